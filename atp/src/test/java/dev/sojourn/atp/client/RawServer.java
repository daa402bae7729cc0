package dev.sojourn.atp.client;

import dev.sojourn.base.Bytes;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/// A socket that does exactly what a test asks: once for each connection, which is then closed.
final class RawServer implements AutoCloseable {

  private final ServerSocket listening;

  RawServer() throws IOException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  /// The script of a connection.
  @FunctionalInterface
  interface Script {
    void play(Connection connection) throws IOException;
  }

  AtpAddress address() {
    return new AtpAddress("127.0.0.1", listening.getLocalPort());
  }

  void serve(Script script) {
    Thread.ofVirtual()
        .start(
            () -> {
              while (!listening.isClosed()) {
                try (var socket = listening.accept()) {
                  script.play(new Connection(socket));
                } catch (IOException _) {
                  // The test is over, or the client has gone.
                }
              }
            });
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }

  /// One connection.
  static final class Connection {
    private final Socket socket;
    private final InputStream in;

    Connection(Socket socket) throws IOException {
      this.socket = socket;
      this.in = socket.getInputStream();
    }

    void write(String latin1) throws IOException {
      socket.getOutputStream().write(latin1.getBytes(StandardCharsets.ISO_8859_1));
    }

    String readHead() throws IOException {
      var head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int octet = in.read();
        if (octet < 0) {
          throw new IOException("end of stream");
        }
        head.append((char) octet);
      }
      return head.toString();
    }

    Bytes readRequestBody() throws IOException {
      var head = readHead();
      var name = "Content-Length: ";
      int start = head.indexOf(name);
      int length =
          start < 0
              ? 0
              : Integer.parseInt(
                  head.substring(start + name.length(), head.indexOf("\r\n", start)));
      return Bytes.wrap(in.readNBytes(length));
    }

    void awaitEnd() throws IOException {
      while (in.read() >= 0) {
        // Until the client gives up.
      }
    }
  }
}
