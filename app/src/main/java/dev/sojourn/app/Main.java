package dev.sojourn.app;

import dev.sojourn.app.demo.DemoCommand;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.HelpCommand;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.dispatcher.cli.DispatcherCommands;
import dev.sojourn.host.command.HostCommand;
import dev.sojourn.lab.command.LabCommand;
import dev.sojourn.lab.load.FollowLoad;
import dev.sojourn.lab.load.WireLoad;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The one program `sojourn`: the demo, the dispatcher's commands and the host's.
@Command(
    name = "sojourn",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = HelpCommand.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Sends crawlers to the data: signed agents to the hosts that a site names in its"
            + " robots.txt, and over HTTP if it names none.",
    footer = {
      "",
      "Begin with: sojourn demo",
      "",
      "Output for people goes to standard error, data to standard output.",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 refused by policy, 4 unreachable,",
      "5 identity or signature, 6 done in part."
    })
public final class Main {
  private static final String NAME = "sojourn";

  /// Creates the top command.
  public Main() {}

  /// Runs a command line and ends the process.
  ///
  /// @param args the words after the program's name
  public static void main(String[] args) {
    System.exit(run(args));
  }

  private static int run(String... args) {
    return line().execute(args);
  }

  /// Makes the program with all its commands.
  ///
  /// @return ready to be executed
  public static CommandLine line() {
    var line = CommandRun.commandLine(new Main(), NAME);
    line.addSubcommand(new DemoCommand());
    for (var command : DispatcherCommands.all()) {
      line.addSubcommand(command);
    }
    line.addSubcommand(new HostCommand());
    line.addSubcommand(new LabCommand());
    line.addSubcommand(new WireLoad());
    line.addSubcommand(new FollowLoad());
    return line;
  }
}
