package dev.sojourn.atp.client;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.WireBytes;

/// The outcome of one request.
public sealed interface Exchange {

  /// {@return the bytes that crossed the socket for this request}
  WireBytes wireBytes();

  /// The host answered with any status.
  ///
  /// @param response the answer
  /// @param wireBytes the bytes that crossed the socket
  record Answered(AtpResponse response, WireBytes wireBytes) implements Exchange {}

  /// No connection was established, so the host has not seen the request.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes that crossed the socket
  record Unreachable(String reason, WireBytes wireBytes) implements Exchange {}

  /// The request may not go to the host's address, so no connection was made and no bytes were
  /// sent.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes that crossed the socket
  record Barred(String reason, WireBytes wireBytes) implements Exchange {}

  /// The request was sent, but no complete answer came. The host may have carried out the request.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes that crossed the socket
  record Lost(String reason, WireBytes wireBytes) implements Exchange {}
}
