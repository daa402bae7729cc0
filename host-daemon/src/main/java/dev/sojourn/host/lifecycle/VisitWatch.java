package dev.sojourn.host.lifecycle;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/// The live counts of one visit, for an operator. Thread-safe.
final class VisitWatch {
  /// Limit of remembered pages per visit.
  static final int LAST_PAGES = 20;

  /// Lets the worker stop the agent first, because the worker can name the place in the agent's
  /// code.
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final LongSupplier nanos;
  private final ArrayDeque<String> last = new ArrayDeque<>();
  private Optional<Instant> begun = Optional.empty();
  private Optional<Long> resumed = Optional.empty();
  private VisitTally before = VisitTally.NONE;
  private long pages;
  private long bytes;

  VisitWatch() {
    this(System::nanoTime);
  }

  /// @param nanos a monotonic clock, in nanoseconds
  VisitWatch(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /// The counts at one moment.
  ///
  /// @param begun when the agent first ran in this process; empty while it waits
  /// @param pages pages read, also before a restart
  /// @param bytes total size of their bodies
  /// @param cpuBefore processor time up to the last resumption
  /// @param last URLs of the last pages, latest first
  record Counts(
      Optional<Instant> begun, long pages, long bytes, Duration cpuBefore, List<String> last) {
    /// Copies the list.
    Counts {
      last = List.copyOf(last);
    }
  }

  /// Records that the agent begins, or resumes from a checkpoint.
  synchronized void begin(Instant at, VisitTally checkpoint) {
    begun = begun.or(() -> Optional.of(at));
    resumed = Optional.of(nanos.getAsLong());
    before = checkpoint;
    pages = 0;
    bytes = 0;
  }

  /// Counts a page.
  synchronized void read(PageUrl url, int size) {
    pages++;
    bytes += size;
    last.addFirst(url.toString());
    if (last.size() > LAST_PAGES) {
      last.removeLast();
    }
  }

  /// Checks whether the visit has spent more than the host's current limits. The worker enforces
  /// the limits from its start, so this check matters only if limits were tightened.
  ///
  /// @param cpu processor time in the current worker
  /// @return the words for the exceeded limit; empty if none is exceeded
  synchronized Optional<String> exceeded(LimitsConfig limits, Duration cpu) {
    if (before.pages() + pages > limits.pages()) {
      return tighter("limits.pages", Messages.count(limits.pages(), "page"));
    }
    if (before.pageBytes() + bytes > limits.pageBytes()) {
      return tighter("limits.page-bytes", Quantity.ofBytes(limits.pageBytes()));
    }
    var running =
        resumed.map(since -> Duration.ofNanos(nanos.getAsLong() - since)).orElse(Duration.ZERO);
    if (isBeyond(before.time().plus(running), limits.visitTime())) {
      return tighter("limits.visit-time", Quantity.of(limits.visitTime()));
    }
    return isBeyond(before.spending().cpu().plus(cpu), limits.cpuTime())
        ? tighter("limits.cpu-time", Quantity.of(limits.cpuTime()))
        : Optional.empty();
  }

  private static boolean isBeyond(Duration spent, Duration limit) {
    return spent.compareTo(limit.plus(GRACE)) > 0;
  }

  private static Optional<String> tighter(String key, String amount) {
    return Optional.of(
        "stopped by %s of the host, which is %s since its last reload".formatted(key, amount));
  }

  synchronized Counts now() {
    return new Counts(
        begun,
        before.pages() + pages,
        before.pageBytes() + bytes,
        before.spending().cpu(),
        List.copyOf(last));
  }
}
