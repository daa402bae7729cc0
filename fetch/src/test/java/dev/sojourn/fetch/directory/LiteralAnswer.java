package dev.sojourn.fetch.directory;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/// An answer that is given as its octets, read by the HTTP client as one from the network.
final class LiteralAnswer {

  private LiteralAnswer() {}

  static HttpsAnswer read(byte[] octets, int maxBytes) {
    var connection = new HttpsConnection(maxBytes);
    return HttpsReader.read(
        () -> {
          connection.bind(new LiteralSocket(octets));
          return new HttpRequestExecutor()
              .execute(
                  new BasicClassicHttpRequest("GET", "/"), connection, HttpCoreContext.create());
        },
        maxBytes);
  }

  /// A socket whose peer says these octets and ends.
  private static final class LiteralSocket extends Socket {
    private final InputStream in;

    LiteralSocket(byte[] octets) {
      this.in = new ByteArrayInputStream(octets);
    }

    @Override
    public InputStream getInputStream() {
      return in;
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }
  }
}
