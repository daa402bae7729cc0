package dev.sojourn.dispatcher.cli.remote;

import picocli.CommandLine.Command;

/// `visit`: the visits of the user's agents at hosts.
@Command(
    name = "visit",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      VisitList.class,
      AgentVisitShow.class,
      VisitMessage.class,
      VisitRetract.class,
      VisitDispose.class
    },
    description =
        "List the visits of your agents at hosts, those that stay there included, look at them,"
            + " speak to the agents, and take them away.")
public final class VisitsCommand {

  /// Creates the command; its subcommands do the work.
  public VisitsCommand() {}
}
