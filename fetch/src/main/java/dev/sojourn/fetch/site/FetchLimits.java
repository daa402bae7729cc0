package dev.sojourn.fetch.site;

import java.time.Duration;

/// The limits for one answer of a site: time and bytes.
///
/// @param connect the longest time to make a connection, TLS included; default 10 s
/// @param silence the longest time without a byte while an answer is due; default 20 s
/// @param exchange the longest time of one exchange in all, even if bytes arrive steadily; default
///   2 min
/// @param maxBodyBytes the largest body in bytes, both as sent and decoded; default 16 MiB
public record FetchLimits(Duration connect, Duration silence, Duration exchange, int maxBodyBytes) {

  /// The defaults.
  public static final FetchLimits DEFAULT =
      new FetchLimits(
          Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofMinutes(2), 16 * 1024 * 1024);

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if a limit is not positive
  public FetchLimits {
    requirePositive("connect", connect);
    requirePositive("silence", silence);
    requirePositive("exchange", exchange);
    if (maxBodyBytes <= 0) {
      throw new IllegalArgumentException(
          "maxBodyBytes: " + maxBodyBytes + " (expected: more than zero)");
    }
  }

  private static void requirePositive(String name, Duration value) {
    if (!value.isPositive()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than zero)");
    }
  }
}
