package dev.sojourn.visit;

import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitSpending;
import java.time.Duration;

/// The usage of a visit, up to a checkpoint or in total.
///
/// @param time the wall-clock time in the sandbox
/// @param pages the number of pages read
/// @param pageBytes the bytes of page bodies
/// @param gzipBytes the measured bytes that a crawler over HTTP would receive for these bodies.
///   Text (HTML, XML, JSON, scripts, …) is compressed with gzip at level 1
/// @param findings the number of findings reported
/// @param spending the usage measured by its workers
public record VisitTally(
    Duration time,
    long pages,
    long pageBytes,
    long gzipBytes,
    long findings,
    VisitSpending spending) {

  /// No usage.
  public static final VisitTally NONE =
      new VisitTally(Duration.ZERO, 0, 0, 0, 0, VisitSpending.NONE);

  /// {@return the sum of both}
  ///
  /// @param more the additional usage
  public VisitTally plus(VisitTally more) {
    return new VisitTally(
        time.plus(more.time),
        pages + more.pages,
        pageBytes + more.pageBytes,
        gzipBytes + more.gzipBytes,
        findings + more.findings,
        spending.plus(more.spending));
  }

  /// {@return the tally of a visit that continues from a checkpoint: later usage still counts, but
  /// not later pages and findings, which are repeated}
  ///
  /// @param checkpoint the tally at that checkpoint
  public VisitTally backAt(VisitTally checkpoint) {
    return new VisitTally(
        time,
        checkpoint.pages,
        checkpoint.pageBytes,
        checkpoint.gzipBytes,
        checkpoint.findings,
        spending);
  }

  /// {@return the rest of the limits; at least 1 of each, so that a visit without budget is stopped
  /// at its first action}
  ///
  /// @param limits the limits of the whole visit
  public VisitLimits remainderOf(VisitLimits limits) {
    var said = spending.said();
    return new VisitLimits(
        left(limits.wallClock(), time),
        left(limits.cpu(), spending.cpu()),
        left(limits.allocatedBytes(), spending.allocatedBytes()),
        left(limits.pages(), pages),
        left(limits.pageBytes(), pageBytes),
        left(limits.findings(), findings),
        limits.findingBytes(),
        left(limits.outputBytes(), said.outputBytes()),
        left(limits.referrals(), said.referrals()),
        limits.stateBytes(),
        (int) left(limits.logLines(), said.logLines()),
        left(limits.messages(), said.messages()),
        limits.checkpointEvery());
  }

  /// {@return whether a budget that every visit needs is used up: time, processor time, memory or
  /// pages}
  ///
  /// @param limits the limits of the whole visit
  public boolean hasSpent(VisitLimits limits) {
    return time.compareTo(limits.wallClock()) >= 0
        || spending.cpu().compareTo(limits.cpu()) >= 0
        || spending.allocatedBytes() >= limits.allocatedBytes()
        || pages >= limits.pages()
        || pageBytes >= limits.pageBytes();
  }

  private static long left(long limit, long spent) {
    return Math.max(1, limit - spent);
  }

  private static Duration left(Duration limit, Duration spent) {
    var left = limit.minus(spent);
    var least = Duration.ofMillis(1);
    return left.compareTo(least) < 0 ? least : left;
  }
}
