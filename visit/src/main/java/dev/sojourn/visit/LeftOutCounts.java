package dev.sojourn.visit;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.atp.parcel.ParcelLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Sums the dropped referrals and the counters of the agent's frontier until the next lines are
/// sent. However many reports a worker makes, they become two lines. A redirect with removed user
/// information counts as a link. Used by one thread.
final class LeftOutCounts {
  private long dropped;
  private Optional<FrontierCounts> counted = Optional.empty();
  private long waiting;

  /// @param referrals the number of dropped referrals, 0 to 2⁴⁰
  void drop(long referrals) {
    dropped = Math.min(ParcelLine.Dropped.MOST, dropped + referrals);
  }

  /// @param counts the counts of a frontier since the last call, each 0 to 2⁴⁰
  void count(FrontierCounts counts) {
    // Pages that were handed out have separate records.
    var all = new ArrayList<>(counts.all());
    all.set(0, 0L);
    add(FrontierCounts.of(all));
  }

  /// @param hadUser whether user information was removed from a redirect
  void redirected(boolean hadUser) {
    if (hadUser) {
      add(new FrontierCounts(0, waiting, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0));
    }
  }

  private void add(FrontierCounts links) {
    waiting = links.waiting();
    counted = Optional.of(counted.orElse(FrontierCounts.NONE).plus(links));
  }

  /// Adds lines with the sums, and resets the sums.
  ///
  /// @param lines the lines of the visit that are sent next
  void announce(List<ParcelLine> lines) {
    if (dropped > 0) {
      lines.add(new ParcelLine.Dropped(dropped));
      dropped = 0;
    }
    counted.ifPresent(counts -> lines.add(new ParcelLine.Counted(counts)));
    counted = Optional.empty();
  }
}
