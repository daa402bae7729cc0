package dev.sojourn.visit;

import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitSpending;
import java.time.Duration;

/// The sums that a visit has spent, up to a checkpoint or in all.
///
/// @param time wall-clock time in the sandbox
/// @param pages pages read
/// @param pageBytes bytes of their bodies
/// @param gzipBytes the bytes of those bodies on the wire of a plain crawler: text (HTML, XML,
///   JSON, scripts, …) as gzip at level 1 makes it, the rest as it is; counted, not guessed
/// @param findings findings reported
/// @param spending the part of it that its workers counted
public record VisitTally(
    Duration time,
    long pages,
    long pageBytes,
    long gzipBytes,
    long findings,
    VisitSpending spending) {

  /// All sums at zero.
  public static final VisitTally NONE =
      new VisitTally(Duration.ZERO, 0, 0, 0, 0, VisitSpending.NONE);

  /// {@return both together}
  ///
  /// @param more the additional spending
  public VisitTally plus(VisitTally more) {
    return new VisitTally(
        time.plus(more.time),
        pages + more.pages,
        pageBytes + more.pageBytes,
        gzipBytes + more.gzipBytes,
        findings + more.findings,
        spending.plus(more.spending));
  }

  /// {@return the tally of a visit that goes on from a checkpoint: later spending stays spent, and
  /// the pages and findings since are asked for and reported again}
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

  /// {@return the rest of the limits after this; at least 1 of each, so that the first action of a
  /// visit that has spent all stops it}
  ///
  /// @param limits of the whole visit
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

  /// {@return whether nothing is left of one of the budgets that each action takes from: time,
  /// processor time, memory and pages}
  ///
  /// @param limits of the whole visit
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
