package dev.sojourn.dispatcher.http;

import dev.sojourn.dispatcher.http2.WireCount;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;

/// A TCP socket that counts its bytes for the current user of the connection.
///
/// A kept-alive connection serves several territories of a site in turn. The [WireAllowance] of the
/// exchange is bound to its thread, and the socket looks it up. TLS is layered above, so its
/// records count too.
///
/// A connection that speaks HTTP/2 serves several exchanges at once, and one thread reads for all
/// of them. From then on the socket adds to a [WireCount].
final class CountingSocket extends Socket {
  private volatile Optional<WireCount> shared = Optional.empty();

  CountingSocket(Proxy proxy) {
    super(proxy);
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return new CountingInput(super.getInputStream());
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return new CountingOutput(super.getOutputStream());
  }

  /// {@return the count to which the bytes are added from now on}
  WireCount share() {
    var count = new WireCount();
    shared = Optional.of(count);
    return count;
  }

  private void received(int bytes) {
    if (bytes <= 0) {
      return;
    }
    if (shared.isPresent()) {
      shared.get().addReceived(bytes);
    } else if (WireAllowance.CURRENT.isBound()) {
      WireAllowance.CURRENT.get().received(bytes);
    }
  }

  private void sent(int bytes) {
    if (shared.isPresent()) {
      shared.get().addSent(bytes);
    } else if (WireAllowance.CURRENT.isBound()) {
      WireAllowance.CURRENT.get().sent(bytes);
    }
  }

  private void check() throws IOException {
    if (shared.isPresent()) {
      var objection = shared.get().objection();
      if (!objection.isEmpty()) {
        throw new IOException(objection);
      }
    } else if (WireAllowance.CURRENT.isBound()) {
      WireAllowance.CURRENT.get().check();
    }
  }

  private final class CountingInput extends FilterInputStream {
    CountingInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      check();
      int octet = in.read();
      received(octet < 0 ? 0 : 1);
      return octet;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      if (CleanExchanges.LOOKING.isBound() && in.available() == 0) {
        throw new SocketTimeoutException("nothing has come");
      }
      check();
      int read = in.read(buffer, offset, length);
      received(read);
      return read;
    }
  }

  private final class CountingOutput extends FilterOutputStream {
    CountingOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int octet) throws IOException {
      out.write(octet);
      sent(1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      sent(length);
    }
  }
}
