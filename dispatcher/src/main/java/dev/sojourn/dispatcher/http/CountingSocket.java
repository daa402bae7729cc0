package dev.sojourn.dispatcher.http;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Proxy;
import java.net.Socket;

/// A TCP socket that counts its bytes for the current user of the connection.
///
/// A kept-alive connection serves several territories of a site in turn. The [WireAllowance] of the
/// exchange is bound to its thread, and the socket looks it up. TLS is layered above, so its
/// records count too.
final class CountingSocket extends Socket {
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

  private static final class CountingInput extends FilterInputStream {
    CountingInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      check();
      int octet = in.read();
      count(octet < 0 ? 0 : 1);
      return octet;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      check();
      int read = in.read(buffer, offset, length);
      count(Math.max(0, read));
      return read;
    }

    private static void check() throws IOException {
      if (WireAllowance.CURRENT.isBound()) {
        WireAllowance.CURRENT.get().check();
      }
    }

    private static void count(int bytes) {
      if (bytes > 0 && WireAllowance.CURRENT.isBound()) {
        WireAllowance.CURRENT.get().received(bytes);
      }
    }
  }

  private static final class CountingOutput extends FilterOutputStream {
    CountingOutput(OutputStream out) {
      super(out);
    }

    @Override
    public void write(int octet) throws IOException {
      out.write(octet);
      count(1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      out.write(buffer, offset, length);
      count(length);
    }

    private static void count(int bytes) {
      if (WireAllowance.CURRENT.isBound()) {
        WireAllowance.CURRENT.get().sent(bytes);
      }
    }
  }
}
