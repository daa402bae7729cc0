package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.dispatcher.cli.remote.AgentSend;
import dev.sojourn.dispatcher.cli.remote.AgentVisitShow;
import dev.sojourn.dispatcher.cli.remote.VisitMessage;
import dev.sojourn.dispatcher.cli.remote.VisitRetract;
import dev.sojourn.dispatcher.cli.trial.AgentTry;
import picocli.CommandLine.Command;

/// `agent`: the tools for authors and senders of agents.
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
      AgentVisitShow.class,
      VisitMessage.class,
      VisitRetract.class
    },
    description =
        "Begin an agent, list agents, pack them, look into packages and verify them, try agents"
            + " out, and send them. What is said to an agent at a host is the same as under"
            + " 'visit'.")
public final class AgentCommand {

  /// Creates the command; its subcommands do the work.
  public AgentCommand() {}
}
