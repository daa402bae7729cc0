package dev.sojourn.crawl.visits.host;

import java.time.Duration;

/// The pace at which a host is asked for the parcels of a visit. A host holds a request back until
/// there is something to report. One that answers at once, with nothing, is asked less and less
/// often. Confined to one thread.
public final class CollectPace {
  private static final Duration CLOSEST = Duration.ofMillis(500);

  /// A change that comes in between waits this long at most, and is to be in the index within
  /// seconds.
  private static final Duration FARTHEST = Duration.ofSeconds(2);

  private Duration apart = CLOSEST;

  /// The pace of a visit that is gathered from now on.
  public CollectPace() {}

  /// {@return the pause before the host is asked again; zero if it gave something new, or held the
  /// request back for long enough}
  ///
  /// @param hasNews whether the answer brought something that was not there before
  /// @param took the time from the request to its answer
  public Duration pause(boolean hasNews, Duration took) {
    if (hasNews || took.compareTo(apart) >= 0) {
      apart = CLOSEST;
      return Duration.ZERO;
    }
    var pause = apart.minus(took);
    var doubled = apart.multipliedBy(2);
    apart = doubled.compareTo(FARTHEST) < 0 ? doubled : FARTHEST;
    return pause;
  }
}
