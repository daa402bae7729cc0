package dev.sojourn.atp.server;

import java.time.Duration;

/// The times that a server waits for its peers.
///
/// @param handshake from the connection to the end of the TLS handshake; default 10 s
/// @param head from the first byte of a request to the end of its head; default 10 s
/// @param body from the end of the head to the end of the body; default 2 min
/// @param idle between requests, and before the first; default 1 min
/// @param write for the peer to take some bytes of an answer; default 1 min
/// @param grace for requests under way when the server closes; default 5 s
public record ServerTimeouts(
    Duration handshake,
    Duration head,
    Duration body,
    Duration idle,
    Duration write,
    Duration grace) {

  /// The defaults.
  public static final ServerTimeouts DEFAULT =
      new ServerTimeouts(
          Duration.ofSeconds(10),
          Duration.ofSeconds(10),
          Duration.ofMinutes(2),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1),
          Duration.ofSeconds(5));

  /// Checks that all are positive, and that the grace is not negative.
  ///
  /// @throws IllegalArgumentException if one is not
  public ServerTimeouts {
    boolean isReading = head.isPositive() && body.isPositive() && idle.isPositive();
    if (!(handshake.isPositive() && isReading && write.isPositive()) || grace.isNegative()) {
      throw new IllegalArgumentException("timeouts: (expected: all positive)");
    }
  }
}
