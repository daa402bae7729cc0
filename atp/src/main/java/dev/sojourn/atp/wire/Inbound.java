package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.Problem;

/// The values that [RequestDecoder] makes of the bytes of a connection.
public sealed interface Inbound {

  /// A whole request.
  ///
  /// @param request the request
  /// @param keepAlive whether the peer wants the connection kept open
  /// @param reservedBytes the share of the budget that its body holds; to be given back
  record Request(AtpRequest request, boolean keepAlive, int reservedBytes) implements Inbound {}

  /// The bytes are no request. Later bytes of the connection cannot be read.
  ///
  /// @param problem the problem to send to the peer
  record Refused(Problem problem) implements Inbound {}
}
