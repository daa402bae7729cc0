package dev.sojourn.atp.client;

import dev.sojourn.atp.Problem;
import dev.sojourn.atp.WireBytes;
import dev.sojourn.identity.net.AtpAddress;

/// The outcome of sending an agent.
public sealed interface DispatchOutcome {

  /// {@return the bytes of all attempts together}
  WireBytes wireBytes();

  /// The host has stored the agent on disk.
  ///
  /// @param host that has the agent
  /// @param codeSent whether the code had to be sent
  /// @param wireBytes the bytes of all attempts together
  record Accepted(AtpAddress host, boolean codeSent, WireBytes wireBytes)
      implements DispatchOutcome {}

  /// The host refused the agent.
  ///
  /// @param problem why
  /// @param wireBytes the bytes of all attempts together
  record Refused(Problem problem, WireBytes wireBytes) implements DispatchOutcome {}

  /// The agent may not be sent to the host's address, or to the host that the answer names.
  ///
  /// @param reason one sentence
  /// @param wireBytes the bytes of all attempts together
  record Barred(String reason, WireBytes wireBytes) implements DispatchOutcome {}

  /// No answer came, even after repeated attempts. The host may still have the agent, if its
  /// response was lost.
  ///
  /// @param reason one sentence
  /// @param maybeAccepted whether the host may have the agent
  /// @param wireBytes the bytes of all attempts together
  record Unreachable(String reason, boolean maybeAccepted, WireBytes wireBytes)
      implements DispatchOutcome {}
}
