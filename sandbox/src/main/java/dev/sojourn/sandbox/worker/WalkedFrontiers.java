package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Computes how the counters of a visit's frontiers grew since the last report. The counters travel
/// in the agent's state. Only increases are reported, so a visit that continues from a checkpoint
/// reports each increase once. Only the visit's thread uses this class.
final class WalkedFrontiers {
  private @Nullable Frontier frontier;
  private FrontierCounts seen = FrontierCounts.NONE;
  private FrontierCounts unreported = FrontierCounts.NONE;
  private long waitingReported;

  /// Records that the visit is about to take a page from a frontier.
  void walk(Frontier next) {
    if (next == frontier) {
      return;
    }
    add();
    var counts = next.counts();
    // A frontier that never gave a page was not reported yet, so all its counts are new.
    seen = counts.handedOut() == 0 ? FrontierCounts.NONE : counts;
    waitingReported = frontier == null ? seen.waiting() : waitingReported;
    frontier = next;
  }

  /// Takes the counts to report with a checkpoint; empty without counts.
  ///
  /// @param isLast whether this is the last report, which also includes the waiting URLs
  Optional<FrontierCounts> take(boolean isLast) {
    add();
    if (!unreported.hasCounted() && !(isLast && unreported.waiting() != waitingReported)) {
      return Optional.empty();
    }
    var noted = unreported;
    waitingReported = noted.waiting();
    unreported = new FrontierCounts(0, noted.waiting(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    return Optional.of(noted);
  }

  private void add() {
    if (frontier != null) {
      var now = frontier.counts();
      unreported = unreported.plus(now.since(seen));
      seen = now;
    }
  }
}
