package dev.sojourn.atp.client;

import dev.sojourn.atp.wire.WireLimits;
import java.time.Duration;

/// How a client behaves.
///
/// @param connect time to establish a connection; default 5 s
/// @param response time from sending a request to the end of its answer, where the caller names
///   none; default 30 s
/// @param idle after which an unused connection is closed; shorter than the server's; default 30 s
/// @param maxIdlePerHost unused connections kept to each host; default 8
/// @param limits sizes of answers
public record ClientSettings(
    Duration connect, Duration response, Duration idle, int maxIdlePerHost, WireLimits limits) {

  /// The defaults.
  public static final ClientSettings DEFAULT =
      new ClientSettings(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          8,
          WireLimits.DEFAULT);

  /// Checks that all are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public ClientSettings {
    if (!(connect.isPositive() && response.isPositive() && idle.isPositive())
        || maxIdlePerHost < 0) {
      throw new IllegalArgumentException("settings: (expected: all positive)");
    }
  }
}
