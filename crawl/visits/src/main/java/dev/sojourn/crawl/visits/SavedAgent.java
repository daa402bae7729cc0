package dev.sojourn.crawl.visits;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;

/// A saved agent: its state at the last checkpoint of a visit at home, or its state when it came
/// home from a host.
///
/// @param state opaque
/// @param tally the totals of the visit at that time
/// @param time the wall-clock time of the visit until then
public record SavedAgent(Bytes state, Tally tally, Duration time) {

  /// {@return the spending of its visit at that time, as far as it is stored}
  public VisitTally spent() {
    return new VisitTally(
        time,
        tally.pages(),
        tally.pageBytes(),
        tally.gzipBytes(),
        tally.findings(),
        VisitSpending.NONE);
  }
}
