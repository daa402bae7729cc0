package dev.sojourn.dispatcher.cli.robots;

import picocli.CommandLine.Command;

/// `robots`: explains a robots.txt file, and reports likely mistakes in it.
@Command(
    name = "robots",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {RobotsCheck.class, RobotsExplain.class, RobotsDecide.class},
    description = "Check robots.txt files and explain what they decide.")
public final class RobotsCommand {

  /// Creates the command; its subcommands do the work.
  public RobotsCommand() {}
}
