package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.Problem;

/// The values into which [RequestDecoder] turns the bytes of a connection.
public sealed interface Inbound {

  /// A complete request.
  ///
  /// @param request the request
  /// @param keepAlive whether the peer wants the connection kept open
  /// @param reservedBytes the bytes of the budget that its body holds; to be released
  record Request(AtpRequest request, boolean keepAlive, int reservedBytes) implements Inbound {}

  /// The bytes are not a request. Later bytes of the connection cannot be read.
  ///
  /// @param problem the problem to send to the peer
  record Refused(Problem problem) implements Inbound {}
}
