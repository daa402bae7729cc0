package dev.sojourn.atp.client;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.WireBytes;
import dev.sojourn.identity.net.AtpAddress;

/// The outcome of sending an agent.
public sealed interface DispatchOutcome {

  /// {@return the bytes of all attempts together}
  WireBytes wireBytes();

  /// The host has the agent on disk.
  ///
  /// @param host at which the agent is
  /// @param codeSent whether the code had to be sent
  /// @param wireBytes the bytes of all attempts together
  record Accepted(AtpAddress host, boolean codeSent, WireBytes wireBytes)
      implements DispatchOutcome {}

  /// The host answered that it does not take the agent.
  ///
  /// @param problem why
  /// @param wireBytes the bytes of all attempts together
  record Refused(Problem problem, WireBytes wireBytes) implements DispatchOutcome {}

  /// The agent may not be sent to the host's address, or to the host that the answer names.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes of all attempts together
  record Barred(String reason, WireBytes wireBytes) implements DispatchOutcome {}

  /// No answer came, however often it was asked for. The host may have the agent nevertheless, if a
  /// response was lost.
  ///
  /// @param reason one sentence
  /// @param maybeAccepted whether the host may have the agent
  /// @param wireBytes the bytes of all attempts together
  record Unreachable(String reason, boolean maybeAccepted, WireBytes wireBytes)
      implements DispatchOutcome {}
}
