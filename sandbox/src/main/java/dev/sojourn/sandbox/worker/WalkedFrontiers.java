package dev.sojourn.sandbox.worker;

import dev.sojourn.agent.Frontier;
import dev.sojourn.agent.FrontierCounts;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The counters of the frontiers from which a visit takes its pages, since they were reported last.
/// The counters themselves travel in the agent's state. So what was added to them is reported, and
/// a visit that goes on from a checkpoint reports nothing twice. Used by the visit's thread alone.
final class WalkedFrontiers {
  private @Nullable Frontier frontier;
  private FrontierCounts seen = FrontierCounts.NONE;
  private FrontierCounts untold = FrontierCounts.NONE;
  private long waitingTold;

  /// A page is about to be taken from a frontier.
  void walk(Frontier next) {
    if (next == frontier) {
      return;
    }
    add();
    var counts = next.counts();
    // Nothing was reported of one that never gave a page: that is done when a page is taken.
    seen = counts.handedOut() == 0 ? FrontierCounts.NONE : counts;
    waitingTold = frontier == null ? seen.waiting() : waitingTold;
    frontier = next;
  }

  /// Takes what is to be reported with a checkpoint; empty if nothing is.
  ///
  /// @param isLast whether nothing may follow, so that the URLs that wait are reported as well
  Optional<FrontierCounts> take(boolean isLast) {
    add();
    if (!untold.hasCounted() && !(isLast && untold.waiting() != waitingTold)) {
      return Optional.empty();
    }
    var told = untold;
    waitingTold = told.waiting();
    untold = new FrontierCounts(0, told.waiting(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    return Optional.of(told);
  }

  private void add() {
    if (frontier != null) {
      var now = frontier.counts();
      untold = untold.plus(now.since(seen));
      seen = now;
    }
  }
}
