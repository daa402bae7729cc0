package dev.sojourn.crawl.visits;

import dev.sojourn.base.Bytes;
import dev.sojourn.crawl.core.Tally;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;

/// An agent at rest: its state at the last checkpoint of a visit at home, or as it came home from a
/// host.
///
/// @param state opaque
/// @param tally the sums of the visit at that time
/// @param time wall-clock time it had taken
public record SavedAgent(Bytes state, Tally tally, Duration time) {

  /// {@return what its visit had spent at that time, as far as that is kept}
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
