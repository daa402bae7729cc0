package dev.sojourn.atp.client;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.WireBytes;

/// The outcome of asking a host about an agent.
///
/// @param <T> what was asked for
public sealed interface Answer<T> {

  /// {@return the bytes of all attempts together}
  WireBytes wireBytes();

  /// The host gave what was asked for.
  ///
  /// @param value what was asked for
  /// @param wireBytes the bytes of all attempts together
  /// @param <T> what was asked for
  record Given<T>(T value, WireBytes wireBytes) implements Answer<T> {}

  /// The host answered, and refused.
  ///
  /// @param problem why
  /// @param wireBytes the bytes of all attempts together
  /// @param <T> what was asked for
  record Refused<T>(Problem problem, WireBytes wireBytes) implements Answer<T> {}

  /// No answer came, however often it was asked for.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes of all attempts together
  /// @param <T> what was asked for
  record Unreachable<T>(String reason, WireBytes wireBytes) implements Answer<T> {}
}
