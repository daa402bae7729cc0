package dev.sojourn.dispatcher.cli;

import picocli.CommandLine.Command;

/// `agent`: an agent author's tools.
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {AgentPack.class, AgentInspect.class},
    description = "Pack agents and look into packages.")
public final class AgentCommand {

  /// Creates the command; it does nothing by itself.
  public AgentCommand() {}
}
