package dev.sojourn.fetch.client;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import dev.sojourn.fetch.http1.Http1Guard;
import dev.sojourn.fetch.http2.Http2Guard;
import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Proxy;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/// A TCP socket to a site. It counts its bytes, and puts a guard between the site and the client.
/// TLS is a layer above, so the bytes of its records count too.
///
/// A kept connection serves several territories of a site: one after the other, or at once over
/// HTTP/2. Its bytes are charged to the exchange that acquired it last. May be used by any thread.
final class CountingSocket extends Socket {
  /// The limit of bytes between two frames. A frame has 16 KiB, and its records little more. Empty
  /// TLS records, session tickets and key updates bring no frame, so nothing above TLS bounds them.
  private static final long MAX_WITHOUT_FRAME = 1 << 20;

  /// A longer write waits for a server that reads nothing. Shorter ones are normal, for other
  /// exchanges too.
  private static final long HANGING_NANOS = 500_000_000;

  private final OpenSockets open;
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicLong unclaimed = new AtomicLong();
  private volatile SiteCall last;
  private volatile boolean isTaken;
  private volatile boolean isTls;
  private volatile boolean isShared;
  private volatile boolean isGivenUp;
  private volatile long arrivedNanos = System.nanoTime();
  private volatile long freeSinceNanos = System.nanoTime();

  /// The beginning of the current write; 0 if there is none.
  private volatile long writingSinceNanos;

  private Optional<Http1Guard> plain = Optional.empty();

  /// @param open all sockets of a client
  /// @param maker the exchange that needs the socket
  CountingSocket(OpenSockets open, SiteCall maker) {
    super(Proxy.NO_PROXY);
    this.open = open;
    this.last = maker;
  }

  /// {@inheritDoc}
  ///
  /// For a URL whose host is an address, the client asks no name service. So an exchange with a
  /// given address sets its target here.
  @Override
  public void connect(SocketAddress found, int timeoutMillis) throws IOException {
    var address = last.address().<SocketAddress>map(given -> given).orElse(found);
    try {
      super.connect(address, timeoutMillis);
    } catch (SocketTimeoutException _) {
      throw new ConnectTimeoutException();
    }
  }

  /// Makes the streams plain: the TLS socket above adds the guard.
  void wrapInTls() {
    isTls = true;
  }

  /// {@return the guard of a connection over TLS that speaks HTTP/1.1}
  Http1Guard http1(InputStream in, OutputStream out) {
    return new Http1Guard(in, out, () -> last.allowance(), open.limits().heads());
  }

  /// {@return the guard of a connection over TLS that speaks HTTP/2}
  Http2Guard http2(InputStream in, OutputStream out) {
    isShared = true;
    unclaimed.set(0);
    return new Http2Guard(in, out, open.limits().maxAnswerBytes(), () -> unclaimed.getAndSet(0));
  }

  /// Begins to serve an exchange.
  void acquire(SiteCall call) {
    last = call;
    users.incrementAndGet();
    isTaken = true;
    call.begin(this);
  }

  /// Ends the service of an exchange.
  void release() {
    freeSinceNanos = System.nanoTime();
    users.decrementAndGet();
  }

  /// {@return whether it served an exchange and serves none now}
  boolean isFree() {
    return isTaken && users.get() == 0;
  }

  long freeSinceNanos() {
    return freeSinceNanos;
  }

  /// Closes the connection at once.
  void giveUp() {
    isGivenUp = true;
    closeQuietly();
  }

  /// Closes the connection if no byte came since a moment, or a write hangs. The server or the
  /// network may have dropped it silently; then all further requests on it would fail.
  void giveUpIfSilentSince(long nanos) {
    long writing = writingSinceNanos;
    boolean hangs = writing != 0 && System.nanoTime() - writing > HANGING_NANOS;
    if (arrivedNanos - nanos < 0 || hangs) {
      giveUp();
    }
  }

  private void closeQuietly() {
    try {
      close();
    } catch (IOException _) {
      // The socket is closed even so.
    }
  }

  @Override
  public void close() throws IOException {
    open.remove(this);
    super.close();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return isTls ? new CountingInput(super.getInputStream()) : plain().answers();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return isTls ? new CountingOutput(super.getOutputStream()) : plain().requests();
  }

  private synchronized Http1Guard plain() throws IOException {
    if (plain.isEmpty()) {
      plain =
          Optional.of(
              http1(
                  new CountingInput(super.getInputStream()),
                  new CountingOutput(super.getOutputStream())));
    }
    return plain.get();
  }

  private void received(int bytes) {
    if (bytes > 0) {
      arrivedNanos = System.nanoTime();
      last.allowance().received(bytes);
      unclaimed.addAndGet(bytes);
    }
  }

  private void check() throws IOException {
    if (!isShared) {
      last.allowance().check();
    } else if (unclaimed.get() > MAX_WITHOUT_FRAME) {
      throw new IOException(
          "it sent more than " + MAX_WITHOUT_FRAME + " bytes that bring no frame");
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
      if (Http1Guard.LOOKING.isBound() && in.available() == 0) {
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
      write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
      if (isGivenUp) {
        throw new BrokenAnswerException(Fault.CLOSED, "the connection was given up");
      }
      writingSinceNanos = System.nanoTime();
      try {
        out.write(buffer, offset, length);
      } finally {
        writingSinceNanos = 0;
      }
      last.allowance().sent(length);
    }
  }
}
