package dev.sojourn.dispatcher.cli.robots;

import picocli.CommandLine.Command;

/// `robots`: the meaning of a robots.txt file, and the likely mistakes in it.
@Command(
    name = "robots",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {RobotsCheck.class, RobotsExplain.class, RobotsDecide.class},
    description = "Check robots.txt files and explain what they decide.")
public final class RobotsCommand {

  /// Creates the command; it does nothing by itself.
  public RobotsCommand() {}
}
