package dev.sojourn.dispatcher.cli.robots;

import picocli.CommandLine.Command;

/// `robots`: what a robots.txt file says, and whether it says what was meant.
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
