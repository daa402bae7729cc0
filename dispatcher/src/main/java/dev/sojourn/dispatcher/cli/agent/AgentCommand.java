package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.dispatcher.cli.remote.AgentMessage;
import dev.sojourn.dispatcher.cli.remote.AgentRetract;
import dev.sojourn.dispatcher.cli.remote.AgentSend;
import dev.sojourn.dispatcher.cli.remote.AgentStatus;
import dev.sojourn.dispatcher.cli.trial.AgentTry;
import picocli.CommandLine.Command;

/// `agent`: the tools of agent authors and senders.
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      AgentNew.class,
      AgentList.class,
      AgentPack.class,
      AgentInspect.class,
      AgentVerify.class,
      AgentTry.class,
      AgentSend.class,
      AgentStatus.class,
      AgentMessage.class,
      AgentRetract.class
    },
    description =
        "Begin an agent, list agents, pack them, look into packages and verify them, try agents"
            + " out, and speak to agents at hosts.")
public final class AgentCommand {

  /// Creates the command; it does nothing by itself.
  public AgentCommand() {}
}
