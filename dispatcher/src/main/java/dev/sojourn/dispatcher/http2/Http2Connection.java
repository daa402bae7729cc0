package dev.sojourn.dispatcher.http2;

import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.dispatcher.body.SentBody;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/// A connection that speaks HTTP/2, and the thread that reads from it. May be used by any number of
/// threads, each with its own [Http2Exchange].
///
/// Two locks: one guards the [Http2Session] and is held for short computations only; the other is
/// held while octets are written, so that they come in the order in which they were made. Who needs
/// both takes the one for writing first. The reader answers the server itself. Where the server
/// reads nothing, the reader stops at that, so a flood of frames that want an answer fills no
/// memory; a write that takes too long ends the connection. One task of the timer looks for that,
/// and for a connection that nobody uses: a task for each write would wake the timer's thread each
/// time.
public final class Http2Connection implements AutoCloseable {
  private static final RateLimitedLog FAULTS =
      new RateLimitedLog(System.getLogger(Http2Connection.class.getName()));

  private static final Duration LONGEST_WRITE = Duration.ofSeconds(5);
  private static final Duration LONGEST_IDLE = Duration.ofSeconds(20);
  private static final Duration JOIN = Duration.ofSeconds(5);

  private final Socket raw;
  private final InputStream in;
  private final OutputStream out;
  private final WireCount wire;
  private final Duration silence;
  private final ScheduledExecutorService timer;
  private final Http2Session session;
  private final ReentrantLock lock = new ReentrantLock();
  private final ReentrantLock writing = new ReentrantLock();
  private final Set<Waiter> waiting = new HashSet<>();
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private Optional<Thread> reader = Optional.empty();
  private Optional<Future<?>> watch = Optional.empty();

  /// When the write began that is under way; 0 if there is none.
  private volatile long writingSinceNanos;

  /// When something came last.
  private long arrivedNanos = System.nanoTime();

  /// When the connection became idle; 0 if it is not.
  private long idleSinceNanos;

  /// A stream and the thread that waits for it.
  record Waiter(Http2Stream stream, Condition condition) {}

  /// The connection as it was made.
  ///
  /// @param tls speaks TLS, and the server has chosen `h2`
  /// @param raw the socket below; closing it never blocks
  /// @param wire counts the bytes of that socket
  /// @param peer its name, for people
  public record Agreed(Socket tls, Socket raw, WireCount wire, String peer) {}

  private Http2Connection(
      Agreed agreed, Duration silence, ScheduledExecutorService timer, ExchangeMeter payer)
      throws IOException {
    this.raw = agreed.raw();
    this.in = agreed.tls().getInputStream();
    this.out = agreed.tls().getOutputStream();
    this.wire = agreed.wire();
    this.silence = silence;
    this.timer = timer;
    this.session = new Http2Session(payer);
  }

  /// Begins to speak HTTP/2.
  ///
  /// @param agreed the connection; closed if this fails
  /// @param silence how long the server may send nothing of an answer that is due
  /// @param timer runs short tasks
  /// @param payer pays for the first bytes
  /// @return the connection; the caller closes it
  /// @throws IOException if the server is gone
  public static Http2Connection open(
      Agreed agreed, Duration silence, ScheduledExecutorService timer, ExchangeMeter payer)
      throws IOException {
    try {
      agreed.tls().setSoTimeout(0);
      var connection = new Http2Connection(agreed, silence, timer, payer);
      connection.begin(agreed.peer());
      return connection;
    } catch (IOException e) {
      agreed.raw().close();
      throw e;
    }
  }

  private void begin(String peer) throws IOException {
    beWatched();
    writing.lock();
    try {
      write(
          0,
          Http2FrameEncoder.opening(
              Http2Session.STREAM_WINDOW,
              Http2Session.CONNECTION_WINDOW,
              Http2HeaderReader.MAX_LIST_BYTES));
    } catch (IOException e) {
      watch.ifPresent(task -> task.cancel(false));
      throw e;
    } finally {
      writing.unlock();
    }
    reader = Optional.of(Thread.ofVirtual().name("http2-" + peer).start(this::read));
  }

  private void beWatched() throws NotProcessedException {
    long every = longestWrite() / 2;
    try {
      watch =
          Optional.of(timer.scheduleWithFixedDelay(this::look, every, every, TimeUnit.NANOSECONDS));
    } catch (RejectedExecutionException _) {
      throw new NotProcessedException("the fetcher was closed");
    }
  }

  private long longestWrite() {
    return Math.min(LONGEST_WRITE.toNanos(), silence.toNanos());
  }

  /// Runs on the thread of the timer, so it does not block.
  private void look() {
    long now = System.nanoTime();
    long since = writingSinceNanos;
    if ((since != 0 && now - since > longestWrite()) || isForgotten(now, LONGEST_IDLE.toNanos())) {
      abort();
    }
  }

  /// Takes no more requests where none came for long.
  private boolean isForgotten(long now, long idleNanos) {
    lock.lock();
    try {
      boolean isForgotten = idleSinceNanos != 0 && now - idleSinceNanos >= idleNanos;
      if (isForgotten) {
        session.close();
      }
      return isForgotten;
    } finally {
      lock.unlock();
    }
  }

  /// {@return whether it takes requests}
  public boolean isUsable() {
    return read(session::isUsable);
  }

  /// {@return for how long nobody uses it; 0 while somebody does, or nobody ever did}
  public long idleNanos() {
    return read(() -> idleSinceNanos == 0 ? 0 : System.nanoTime() - idleSinceNanos);
  }

  /// Closes it if nobody uses it. A request that comes meanwhile is told so before it is sent.
  public void closeIfIdle() {
    if (isForgotten(System.nanoTime(), 0)) {
      close();
    }
  }

  /// Runs a task once the connection has ended; at once if it has.
  ///
  /// @param task short; on the thread that reads, or on this one
  public void whenEnded(Runnable task) {
    var _ = ended.thenRun(task);
  }

  /// {@return an exchange that its caller closes; nothing is sent yet}
  ///
  /// @param meter pays for its bytes
  /// @param body takes the body of the answer; the exchange closes it
  public Http2Exchange begin(ExchangeMeter meter, SentBody body) {
    var condition = lock.newCondition();
    var stream = new Http2Stream(meter, body, condition::signalAll);
    return new Http2Exchange(this, new Waiter(stream, condition));
  }

  /// Closes the socket and waits until nobody reads from it.
  @Override
  public void close() {
    abort();
    try {
      if (reader.isPresent()) {
        reader.get().join(JOIN);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  void send(Waiter waiter, List<Header> fields) throws IOException, InterruptedException {
    awaitRoom(waiter);
    writing.lock();
    try {
      byte[] request = opened(waiter.stream(), fields);
      try {
        write(waiter.stream().id(), request);
      } catch (IOException _) {
        abort();
        throw new NotProcessedException("it closed the connection without an answer");
      }
    } finally {
      writing.unlock();
    }
  }

  private byte[] opened(Http2Stream stream, List<Header> fields) throws IOException {
    lock.lock();
    try {
      stream.touch(System.nanoTime());
      return session.open(stream, fields);
    } finally {
      lock.unlock();
    }
  }

  private void awaitRoom(Waiter waiter) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      idleSinceNanos = 0;
      waiting.add(waiter);
      try {
        awaitLocked(waiter, _ -> session.hasRoom() || !session.isUsable());
        waiter.stream().requireAlive();
      } finally {
        waiting.remove(waiter);
      }
      session.reserve();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until something holds for a stream.
  ///
  /// @throws SocketTimeoutException if nothing of its answer came for too long
  /// @throws IOException if it failed
  void await(Waiter waiter, Predicate<Http2Stream> what) throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      awaitLocked(waiter, what);
    } finally {
      lock.unlock();
    }
  }

  private void awaitLocked(Waiter waiter, Predicate<Http2Stream> what)
      throws IOException, InterruptedException {
    var stream = waiter.stream();
    while (true) {
      // A head that came counts, though its body failed before anyone looked.
      if (what.test(stream)) {
        return;
      }
      stream.requireAlive();
      long left = silence.toNanos() - (System.nanoTime() - stream.touchedNanos());
      if (left <= 0) {
        giveUpIfSilent(stream, stream.touchedNanos());
        throw new SocketTimeoutException();
      }
      waiter.condition().awaitNanos(left);
    }
  }

  /// Closes the connection where nothing at all came since a request was under way. Its server or
  /// the network may have lost it without a word; then all further requests would be lost on it.
  private void giveUpIfSilent(Http2Stream stream, long sinceNanos) {
    if (stream.isSent() && arrivedNanos - sinceNanos <= 0) {
      session.close();
      abort();
    }
  }

  /// {@return something of the session}
  <T> T read(Supplier<T> what) {
    lock.lock();
    try {
      return what.get();
    } finally {
      lock.unlock();
    }
  }

  void expire(Waiter waiter) {
    lock.lock();
    try {
      giveUpIfSilent(waiter.stream(), waiter.stream().begunNanos());
      waiter.stream().fail(new NotProcessedException("its time is over"));
    } finally {
      lock.unlock();
    }
  }

  void leave(Waiter waiter) {
    byte[] last;
    lock.lock();
    try {
      last = session.leave(waiter.stream());
      changed();
    } finally {
      lock.unlock();
    }
    answer(waiter.stream().id(), last);
    if (isOver()) {
      abort();
    }
  }

  private void read() {
    IOException cause = null;
    byte[] last = {};
    try {
      var frames = new Http2FrameReader(in, this::arriving);
      while (!isOver()) {
        var frame = frames.next();
        answer(frame.streamId(), taken(frame));
      }
    } catch (Http2Exception e) {
      cause = e;
      last = Http2FrameEncoder.goAway(e.code());
    } catch (EOFException _) {
      // It closed the connection; each exchange is told so below.
    } catch (IOException e) {
      cause = fault(e);
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      FAULTS.fault("A connection with a site", e);
      cause =
          new Http2Exception(
              Http2ErrorCode.OTHER, "this program failed at its answer: " + e.getClass().getName());
    } finally {
      // First those that wait, since the server may not take the last word.
      end(cause);
      answer(0, last);
      abort();
      watch.ifPresent(task -> task.cancel(false));
      ended.complete(true);
    }
  }

  private @Nullable IOException fault(IOException e) {
    // TLS wraps the exception of the socket, so it is not recognised by its type.
    var objection = wire.objection();
    if (!objection.isEmpty()) {
      return new Http2Exception(Http2ErrorCode.ENHANCE_YOUR_CALM, objection);
    }
    return e instanceof MessageConstraintException ? e : null;
  }

  private byte[] taken(Http2Frame frame) throws IOException {
    lock.lock();
    try {
      byte[] answer = session.on(frame, wire.takeReceived());
      changed();
      return answer;
    } finally {
      lock.unlock();
    }
  }

  private boolean isOver() {
    return read(() -> !session.isUsable() && session.isIdle());
  }

  private void arriving(int streamId) {
    lock.lock();
    try {
      long now = System.nanoTime();
      arrivedNanos = now;
      session.arriving(streamId, now);
      waiting.forEach(waiter -> waiter.stream().touch(now));
    } finally {
      lock.unlock();
    }
  }

  private void end(@Nullable IOException cause) {
    lock.lock();
    try {
      session.rest(wire.takeReceived(), wire.takeSent());
      session.end(cause);
      changed();
    } finally {
      lock.unlock();
    }
  }

  /// Wakes those that wait for room, and begins to count the time of a connection that is idle.
  private void changed() {
    waiting.forEach(waiter -> waiter.condition().signalAll());
    boolean isIdle = session.isIdle() && waiting.isEmpty();
    if (isIdle && idleSinceNanos == 0) {
      idleSinceNanos = System.nanoTime();
    }
  }

  /// Writes what the server is told beside requests. A connection that takes it no more is found to
  /// be so by its reader.
  private void answer(int streamId, byte[] octets) {
    if (octets.length == 0) {
      return;
    }
    writing.lock();
    try {
      write(streamId, octets);
    } catch (IOException _) {
      abort();
    } finally {
      writing.unlock();
    }
  }

  private void write(int streamId, byte[] octets) throws IOException {
    writingSinceNanos = System.nanoTime();
    try {
      out.write(octets);
      out.flush();
    } finally {
      writingSinceNanos = 0;
      lock.lock();
      try {
        session.sent(streamId, wire.takeSent());
      } finally {
        lock.unlock();
      }
    }
  }

  /// Closes the socket below TLS: to close TLS would write, and could block.
  private void abort() {
    try {
      raw.close();
    } catch (IOException _) {
      // It is closed all the same.
    }
  }
}
