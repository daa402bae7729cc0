package dev.sojourn.atp.client;

import java.time.Duration;

/// The rules by which a [HostClient] tries again.
///
/// @param maxAttempts how often a request is sent at most; default 4
/// @param first the first pause; each further one is twice as long; each is cut at random by up to
///   a half; default 200 ms
/// @param longest no pause is longer, unless the host asks for it; default 10 s
/// @param patience how long pauses may last together; a host that asks for more is not asked again;
///   default 60 s
public record RetryPolicy(int maxAttempts, Duration first, Duration longest, Duration patience) {

  /// The defaults.
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(4, Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofMinutes(1));

  /// One attempt, and no second.
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
