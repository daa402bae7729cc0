package dev.sojourn.crawl.visits.host;

import java.time.Duration;

/// The pace at which a host is asked for the parcels of a visit. A host delays its answer until
/// there is something to report. If a host answers at once without news, it is asked less and less
/// often. Confined to one thread.
public final class CollectPace {
  private static final Duration CLOSEST = Duration.ofMillis(500);

  /// The limit for the delay of a change, since changes have to be in the index within seconds.
  private static final Duration FARTHEST = Duration.ofSeconds(2);

  private Duration apart = CLOSEST;

  /// Creates the pace of a new collection.
  public CollectPace() {}

  /// {@return the pause before the next request; zero if the host reported something new, or
  /// delayed its answer long enough}
  ///
  /// @param hasNews whether the answer had something new
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
