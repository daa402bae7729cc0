package dev.sojourn.crawl.local.follow;

import java.time.Duration;

/// The time for which an agent that has finished is held at its host, while others may refer to its
/// territory.
public final class HoldTime {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private HoldTime() {}

  /// {@return how long at most. The longer a crawl takes, the fewer ways home and back it needs in
  /// the same time}
  ///
  /// @param visits how many the territory had
  public static Duration after(int visits) {
    var time = FIRST.multipliedBy(1L << Math.min(visits - 1, 9));
    return time.compareTo(LONGEST) < 0 ? time : LONGEST;
  }
}
