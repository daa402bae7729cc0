package dev.sojourn.crawl.local.follow;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// The schedule of a crawl that follows its sites. Between two rounds, agents stay at their hosts
/// and report changes. A round visits again the pages that no agent watches, and sends agents
/// again.
///
/// A round is due when the time between two visits of a classic territory is over. If all agents
/// stay, it is due before their passports expire. When a stay ends early, the next round starts a
/// new stay. That round comes soon at first, and later after each further early round.
///
/// @param every the time between two rounds if a territory is visited from home
/// @param begun the start of this round
/// @param earlyRounds how many consecutive rounds, including this one, began early
/// @param stayEnded when the first stay of this round ended early; empty if none did
public record FollowSchedule(
    Duration every, Instant begun, int earlyRounds, Optional<Instant> stayEnded) {
  /// Passports are valid for six days, and a host may let an agent stay for a week.
  public static final Duration LONGEST_STAY = Duration.ofDays(5);

  private static final Duration LONGEST_ROUND = Duration.ofDays(4);
  private static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
  private static final int MOST_DOUBLINGS = 16;

  /// Checks the range.
  ///
  /// @throws IllegalArgumentException if the time between two rounds is not positive
  public FollowSchedule {
    if (!every.isPositive()) {
      throw new IllegalArgumentException("every: " + every + " (expected: positive)");
    }
  }

  /// {@return the schedule of a first round, or of a round that continues after a crash}
  ///
  /// @param every the time between two rounds
  /// @param begun the start of the round
  public static FollowSchedule of(Duration every, Instant begun) {
    return new FollowSchedule(every, begun, 0, Optional.empty());
  }

  /// {@return the schedule after a stay ended early}
  ///
  /// @param now the present time
  public FollowSchedule stayEnded(Instant now) {
    return stayEnded.isPresent()
        ? this
        : new FollowSchedule(every, begun, earlyRounds, Optional.of(now));
  }

  /// {@return the schedule of the next round}
  ///
  /// @param now the start of the next round
  public FollowSchedule nextRound(Instant now) {
    return new FollowSchedule(
        every, now, stayEnded.isPresent() ? earlyRounds + 1 : 0, Optional.empty());
  }

  /// {@return when the next round is due}
  ///
  /// @param hasClassic whether a territory is visited from home
  /// @param hasStays whether an agent stays at a host
  public Instant due(boolean hasClassic, boolean hasStays) {
    var usual = hasClassic ? every : LONGEST_ROUND;
    var regular = begun.plus(hasStays ? shorter(usual, LONGEST_ROUND) : usual);
    return stayEnded.map(ended -> earlier(ended.plus(pause()), regular)).orElse(regular);
  }

  private Duration pause() {
    var pause = FIRST_PAUSE.multipliedBy(1L << Math.min(earlyRounds, MOST_DOUBLINGS));
    return shorter(pause, every);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
