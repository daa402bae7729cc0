package dev.sojourn.visit;

import dev.sojourn.agent.FrontierCounts;
import dev.sojourn.atp.parcel.LinkCounts;
import dev.sojourn.atp.parcel.ParcelLine;
import java.util.List;
import java.util.Optional;

/// The referrals that were dropped and the counters of the agent's frontier, until the next lines
/// go. However often a worker reports them, they become two lines. A redirect from which user
/// information was left out counts as a link. Used by one thread.
final class LeftOutTally {
  private long dropped;
  private Optional<LinkCounts> counted = Optional.empty();
  private long waiting;

  /// @param referrals 0 to 2⁴⁰
  void drop(long referrals) {
    dropped = Math.min(ParcelLine.Dropped.MOST, dropped + referrals);
  }

  /// @param counts of a frontier since the last time, each 0 to 2⁴⁰
  void count(FrontierCounts counts) {
    var links =
        new LinkCounts(
            counts.waiting(),
            counts.nofollowPages(),
            counts.nofollowLinks(),
            counts.canonicalElsewhere(),
            counts.equalBodies(),
            counts.tooDeep(),
            counts.growingPaths(),
            counts.repeatedSegments(),
            counts.calendars(),
            counts.sessionIds(),
            counts.tooLong(),
            counts.userInfo(),
            counts.feedsLeftOut(),
            counts.linksInPart());
    add(links);
  }

  /// @param hadUser whether user information was left out of a redirect
  void redirected(boolean hadUser) {
    if (hadUser) {
      add(new LinkCounts(waiting, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0));
    }
  }

  private void add(LinkCounts links) {
    waiting = links.waiting();
    counted = Optional.of(counted.orElse(LinkCounts.NONE).then(links));
  }

  /// Adds what was counted, and begins anew.
  ///
  /// @param lines the lines of the visit that go next
  void tell(List<ParcelLine> lines) {
    if (dropped > 0) {
      lines.add(new ParcelLine.Dropped(dropped));
      dropped = 0;
    }
    counted.ifPresent(counts -> lines.add(new ParcelLine.Counted(counts)));
    counted = Optional.empty();
  }
}
