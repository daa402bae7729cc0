package dev.sojourn.dispatcher.http;

import java.time.Duration;

/// How this crawler speaks HTTP.
///
/// @param userAgent the User-Agent field; begins with the product token that robots.txt groups name
/// @param connectTimeout how long a connection may take to be made, TLS included
/// @param silenceTimeout how long a site may send nothing while an answer is due
/// @param exchangeTimeout how long one exchange may take in all, however steadily bytes trickle in
/// @param maxBodyBytes the largest body that is read, encoded and decoded alike
/// @param maxConnections open connections to all sites together
public record HttpSettings(
    String userAgent,
    Duration connectTimeout,
    Duration silenceTimeout,
    Duration exchangeTimeout,
    int maxBodyBytes,
    int maxConnections) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if the user agent is blank or holds a control character, or a
  ///   limit is not positive
  public HttpSettings {
    if (userAgent.isBlank() || userAgent.chars().anyMatch(c -> c < 0x20 || c > 0x7e)) {
      throw new IllegalArgumentException(
          "userAgent: " + userAgent + " (expected: printable ASCII characters)");
    }
    requirePositive("connectTimeout", connectTimeout);
    requirePositive("silenceTimeout", silenceTimeout);
    requirePositive("exchangeTimeout", exchangeTimeout);
    requirePositive("maxBodyBytes", maxBodyBytes);
    requirePositive("maxConnections", maxConnections);
  }

  /// {@return 10 s to connect, 20 s of silence, 2 min an exchange, bodies up to 16 MiB, 256
  /// connections}
  ///
  /// @param userAgent the User-Agent field; begins with the product token
  public static HttpSettings standard(String userAgent) {
    return new HttpSettings(
        userAgent,
        Duration.ofSeconds(10),
        Duration.ofSeconds(20),
        Duration.ofMinutes(2),
        16 * 1024 * 1024,
        256);
  }

  private static void requirePositive(String name, Duration value) {
    if (value.isZero() || value.isNegative()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than zero)");
    }
  }

  private static void requirePositive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: more than zero)");
    }
  }
}
