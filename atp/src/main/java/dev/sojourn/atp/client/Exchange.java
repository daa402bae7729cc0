package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.WireBytes;

/// The outcome of one request.
public sealed interface Exchange {

  /// {@return the bytes that crossed the socket for it}
  WireBytes wireBytes();

  /// The host answered, with any status.
  ///
  /// @param response the answer
  /// @param wireBytes the bytes that crossed the socket
  record Answered(AtpResponse response, WireBytes wireBytes) implements Exchange {}

  /// No connection could be made: the host has not seen the request.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes that crossed the socket
  record Unreachable(String reason, WireBytes wireBytes) implements Exchange {}

  /// No connection was made, since this request may not go to the host's address. No bytes were
  /// sent.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes that crossed the socket
  record Barred(String reason, WireBytes wireBytes) implements Exchange {}

  /// The request was sent, and no whole answer came: the host may have carried it out.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes that crossed the socket
  record Lost(String reason, WireBytes wireBytes) implements Exchange {}
}
