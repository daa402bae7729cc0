package dev.sojourn.crawl.local.follow;

import java.time.Duration;

/// The time for which a finished agent is held at its host, while others may refer to its
/// territory.
public final class HoldTime {
  private static final Duration FIRST = Duration.ofSeconds(10);
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private HoldTime() {}

  /// {@return the limit for the hold. It grows with the visits, so that a longer crawl needs fewer
  /// round trips in the same time}
  ///
  /// @param visits how many visits the territory had
  public static Duration after(int visits) {
    var time = FIRST.multipliedBy(1L << Math.min(visits - 1, 9));
    return time.compareTo(LONGEST) < 0 ? time : LONGEST;
  }
}
