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

/// A TCP socket to a site. It counts its bytes, and stands with a guard between the site and the
/// client. TLS is layered above, so its records count too.
///
/// A kept connection serves several territories of a site in turn, or at once over HTTP/2. Its
/// bytes are charged to the exchange that took it last. May be used by any thread.
final class CountingSocket extends Socket {
  /// A frame has 16 KiB, and its records little more. Empty records of TLS, session tickets and
  /// changes of keys bring no frame, so nothing above TLS bounds them.
  private static final long MAX_WITHOUT_FRAME = 1 << 20;

  /// A write that takes as long waits for a server that reads nothing. Others are under way at any
  /// moment, for other exchanges.
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

  /// The beginning of the write under way; 0 if there is none.
  private volatile long writingSinceNanos;

  private Optional<Http1Guard> plain = Optional.empty();

  /// @param open all sockets of a fetcher
  /// @param maker the exchange for which it is made
  CountingSocket(OpenSockets open, SiteCall maker) {
    super(Proxy.NO_PROXY);
    this.open = open;
    this.last = maker;
  }

  /// {@inheritDoc}
  ///
  /// The client looks up no address in a URL by name, so an exchange with a given address sets its
  /// target here.
  @Override
  public void connect(SocketAddress found, int timeoutMillis) throws IOException {
    var address = last.address().<SocketAddress>map(given -> given).orElse(found);
    try {
      super.connect(address, timeoutMillis);
    } catch (SocketTimeoutException _) {
      throw new ConnectTimeoutException();
    }
  }

  /// Leaves the guard to TLS.
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

  /// The connection serves an exchange from now on.
  void acquire(SiteCall call) {
    last = call;
    users.incrementAndGet();
    isTaken = true;
    call.begin(this);
  }

  /// The exchange has let go.
  void release() {
    freeSinceNanos = System.nanoTime();
    users.decrementAndGet();
  }

  /// {@return whether no exchange has it or will have it}
  boolean isFree() {
    return isTaken && users.get() == 0;
  }

  long freeSinceNanos() {
    return freeSinceNanos;
  }

  /// Closes a connection that is free, so that there is room for another.
  void giveUp() {
    isGivenUp = true;
    closeQuietly();
  }

  /// Closes the connection if nothing came since a moment, or a write hangs. Its server or the
  /// network may have lost it without a word; then all further requests would be lost on it.
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
      // It is closed all the same.
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
