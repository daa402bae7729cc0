package dev.sojourn.fetch.client;

import dev.sojourn.fetch.http1.HeadRules;
import java.time.Duration;

/// The bounds of a client.
///
/// @param connectTime the longest time to make a connection
/// @param silence the longest time without a byte while an answer is due
/// @param maxConnections the limit of open connections to all servers together
/// @param maxAnswerBytes the bytes that may arrive for one answer over HTTP/2
/// @param heads the rules for heads over HTTP/1.1
/// @param isHttp2 whether HTTP/2 is spoken if a server offers it over TLS
/// @param isKept whether connections are kept for the next request
public record ClientLimits(
    Duration connectTime,
    Duration silence,
    int maxConnections,
    long maxAnswerBytes,
    HeadRules heads,
    boolean isHttp2,
    boolean isKept) {

  /// {@return the bounds of a client that makes single exchanges over HTTP/1.1}
  ///
  /// @param time of an exchange
  /// @param heads the rules for heads
  public static ClientLimits single(Duration time, HeadRules heads) {
    return new ClientLimits(time, time, 1_000, 0, heads, false, false);
  }
}
