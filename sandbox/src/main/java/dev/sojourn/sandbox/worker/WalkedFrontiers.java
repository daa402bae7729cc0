package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The counters of the frontiers from which a visit takes its pages, since they were reported last.
/// The counters themselves travel in the agent's state. So only increases are reported, and a visit
/// that goes on from a checkpoint reports each once. Used by the visit's thread alone.
final class WalkedFrontiers {
  private @Nullable Frontier frontier;
  private FrontierCounts seen = FrontierCounts.NONE;
  private FrontierCounts unreported = FrontierCounts.NONE;
  private long waitingReported;

  /// A page is about to be taken from a frontier.
  void walk(Frontier next) {
    if (next == frontier) {
      return;
    }
    add();
    var counts = next.counts();
    // A frontier that never gave a page was never reported: it is reported when a page is taken.
    seen = counts.handedOut() == 0 ? FrontierCounts.NONE : counts;
    waitingReported = frontier == null ? seen.waiting() : waitingReported;
    frontier = next;
  }

  /// Takes the counts to be reported with a checkpoint; empty if there are none.
  ///
  /// @param isLast whether this is the last report, which has the URLs that wait as well
  Optional<FrontierCounts> take(boolean isLast) {
    add();
    if (!unreported.hasCounted() && !(isLast && unreported.waiting() != waitingReported)) {
      return Optional.empty();
    }
    var noted = unreported;
    waitingReported = noted.waiting();
    unreported = new FrontierCounts(0, noted.waiting(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
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
