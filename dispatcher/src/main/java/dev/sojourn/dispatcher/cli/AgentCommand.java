package dev.sojourn.dispatcher.cli;

import dev.sojourn.dispatcher.cli.trial.AgentTry;
import picocli.CommandLine.Command;

/// `agent`: an agent author's tools.
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {AgentPack.class, AgentInspect.class, AgentVerify.class, AgentTry.class},
    description = "Pack agents, look into packages and verify them, and try agents out.")
public final class AgentCommand {

  /// Creates the command; it does nothing by itself.
  public AgentCommand() {}
}
