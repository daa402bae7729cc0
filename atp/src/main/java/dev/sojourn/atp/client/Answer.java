package dev.sojourn.atp.client;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.WireBytes;

/// The outcome of asking a host about an agent.
///
/// @param <T> type of the requested value
public sealed interface Answer<T> {

  /// {@return the bytes of all attempts together}
  WireBytes wireBytes();

  /// The host returned the requested value.
  ///
  /// @param value the requested value
  /// @param wireBytes the bytes of all attempts together
  /// @param <T> type of the requested value
  record Given<T>(T value, WireBytes wireBytes) implements Answer<T> {}

  /// The host refused the request.
  ///
  /// @param problem why
  /// @param wireBytes the bytes of all attempts together
  /// @param <T> type of the requested value
  record Refused<T>(Problem problem, WireBytes wireBytes) implements Answer<T> {}

  /// No answer came, even after repeated attempts.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes of all attempts together
  /// @param <T> type of the requested value
  record Unreachable<T>(String reason, WireBytes wireBytes) implements Answer<T> {}
}
