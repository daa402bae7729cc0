package dev.sojourn.sandbox.reader;

import dev.sojourn.sandbox.pipe.ReadOrder;
import dev.sojourn.sandbox.pipe.ReadReply;
import dev.sojourn.sandbox.pipe.ReaderPipe;
import dev.sojourn.sandbox.start.ConfinedStart;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One reader process and this end of its pipe. One thread reads pages; any thread may look at the
/// process or end it.
final class ReaderProcess implements AutoCloseable {
  /// The time beyond that of an order after which a reader no longer counts as honest. The clock of
  /// processes counts its compilers, too.
  private static final long SPARE_NANOS = TimeUnit.SECONDS.toNanos(2);

  /// A process that waits for processors may take longer by the clock on the wall.
  private static final int WALL_FACTOR = 10;

  private final ConfinedStart start;
  private final ReaderPipe pipe;
  private volatile @Nullable Reading reading;

  /// The page that is being read.
  ///
  /// @param cpuNanos the processor time of the process at its begin
  private record Reading(long begun, long cpuNanos, long mostNanos) {}

  ReaderProcess(ConfinedStart start) {
    this.start = start;
    this.pipe = new ReaderPipe(start.pipe());
  }

  /// {@return whether it can read a page} One that died without a page is not the page's fault.
  boolean isAlive() {
    return start.process().isAlive();
  }

  /// Reads a page.
  ///
  /// @throws IOException if the process died, or broke the rules of the pipe or of views; it is of
  ///   no use then
  <T> ReadResult<T> read(ReadOrder order, ReadResult.Decoder<T> decoder) throws IOException {
    long most = TimeUnit.MILLISECONDS.toNanos(order.cpuMillis()) + SPARE_NANOS;
    reading = new Reading(System.nanoTime(), cpuNanos(), most);
    try {
      pipe.send(order);
      return switch (pipe.readReply()) {
        case ReadReply.Done(var octets) -> new ReadResult.Done<>(decoder.decode(octets));
        case ReadReply.TooSlow _ -> new ReadResult.TooSlow<>();
        case ReadReply.Failed(var reason) -> new ReadResult.Failed<>(reason);
      };
    } finally {
      reading = null;
    }
  }

  private long cpuNanos() {
    return start.clock().map(clock -> clock.nanos().orElse(0)).orElse(0L);
  }

  /// Ends the process if its page takes much longer than the order allows: it is no longer an
  /// honest reader.
  void look() {
    var now = reading;
    if (now != null
        && (cpuNanos() - now.cpuNanos() > now.mostNanos()
            || System.nanoTime() - now.begun() > WALL_FACTOR * now.mostNanos())) {
      start.process().destroyForcibly();
    }
  }

  /// Ends the process and waits for its death.
  @Override
  public void close() {
    start.process().destroyForcibly();
    try {
      pipe.close();
    } catch (IOException _) {
      // The process is gone in any case.
    }
    start.process().onExit().join();
  }
}
