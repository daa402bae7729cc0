package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.AtpTarget;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.identity.net.AtpAddress;

/// An agent at a host, in the form that people type: `atp://host.example:10434/#agent-id`.
///
/// @param host the host of the agent
/// @param agentId the id of the agent: letters and digits
record AgentUri(AtpAddress host, String agentId) {

  /// Reads the URI that a user typed.
  ///
  /// @throws CommandException if it names no host, or no agent
  static AgentUri parse(String text) {
    var target = AtpTarget.parse(text).filter(t -> t.path().equals("/"));
    var host = target.flatMap(AtpTarget::authority);
    var agentId = target.flatMap(AtpTarget::agentId);
    if (host.isEmpty() || agentId.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "'%s' names no agent at a host (expected: atp://HOST:PORT/#AGENT-ID, as 'agent send' prints it)"
              .formatted(text));
    }
    return new AgentUri(host.get(), agentId.get());
  }

  @Override
  public String toString() {
    return host + "/#" + agentId;
  }
}
