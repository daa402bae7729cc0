package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;

/// Answers requests.
@FunctionalInterface
public interface AtpHandler {

  /// Answers one request.
  ///
  /// Each request has its own virtual thread, so this method may block. Pipelined requests of one
  /// connection are handled concurrently and answered in order. An exception is reported as a
  /// fault, and the peer gets 400 without details.
  ///
  /// @param request complete with its body
  /// @param peer the sender
  /// @return the answer
  /// @throws InterruptedException if the server is closing; the peer gets 403
  AtpResponse handle(AtpRequest request, Peer peer) throws InterruptedException;
}
