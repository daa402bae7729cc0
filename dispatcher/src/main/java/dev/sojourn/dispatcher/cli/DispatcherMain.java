package dev.sojourn.dispatcher.cli;

import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.HelpCommand;
import dev.sojourn.base.cli.ProgramVersion;
import picocli.CommandLine.Command;

/// The dispatcher as a program of its own, `sojourn-dispatcher`.
@Command(
    name = "sojourn-dispatcher",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Sends mobile agents to the sites that take them, and crawls the others politely.",
    footer = {
      "",
      "Output for people goes to standard error, data to standard output.",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 refused by policy, 4 unreachable,",
      "5 identity or signature, 6 done in part."
    })
public final class DispatcherMain {
  private static final String NAME = "sojourn-dispatcher";

  /// Creates the top command.
  public DispatcherMain() {}

  /// Runs a command line and ends the process.
  ///
  /// @param args the words after the program's name
  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String... args) {
    var line = CommandRun.commandLine(new DispatcherMain(), NAME);
    for (var command : DispatcherCommands.all()) {
      line.addSubcommand(command);
    }
    return line.execute(args);
  }
}
