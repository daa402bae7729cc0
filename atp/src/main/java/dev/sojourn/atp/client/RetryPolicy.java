package dev.sojourn.atp.client;

import java.time.Duration;

/// The rules for repeated attempts of a [HostClient].
///
/// @param maxAttempts the largest number of attempts for a request; default 4
/// @param first the first pause; each further pause is twice as long; each is shortened at random
///   by up to half; default 200 ms
/// @param longest the longest pause, unless the host asks for a longer one; default 10 s
/// @param patience the longest sum of all pauses; if a host asks for more, there is no further
///   attempt; default 60 s
public record RetryPolicy(int maxAttempts, Duration first, Duration longest, Duration patience) {

  /// The defaults.
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(4, Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofMinutes(1));

  /// One attempt only.
  public static final RetryPolicy NEVER =
      new RetryPolicy(1, Duration.ofMillis(1), Duration.ofMillis(1), Duration.ZERO);

  /// Checks the parts.
  ///
  /// @throws IllegalArgumentException if there is no attempt, or a duration is negative
  public RetryPolicy {
    if (maxAttempts < 1 || first.isNegative() || longest.isNegative() || patience.isNegative()) {
      throw new IllegalArgumentException("retry: (expected: an attempt, and nothing negative)");
    }
  }
}
