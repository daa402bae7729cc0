package dev.sojourn.app;

import dev.sojourn.app.demo.DemoCommand;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.HelpCommand;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.dispatcher.cli.agent.AgentCommand;
import dev.sojourn.dispatcher.cli.crawl.CrawlCommand;
import dev.sojourn.dispatcher.cli.crawl.PlanCommand;
import dev.sojourn.dispatcher.cli.key.KeyCommand;
import dev.sojourn.dispatcher.cli.remote.VisitsCommand;
import dev.sojourn.dispatcher.cli.robots.RobotsCommand;
import dev.sojourn.dispatcher.cli.search.SearchCommand;
import dev.sojourn.host.command.HostCommand;
import dev.sojourn.lab.command.LabCommand;
import dev.sojourn.lab.load.FollowLoad;
import dev.sojourn.lab.load.WireLoad;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The program `sojourn`: the demo, the commands of the dispatcher and those of the host.
@Command(
    name = "sojourn",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = {
      HelpCommand.class,
      DemoCommand.class,
      CrawlCommand.class,
      PlanCommand.class,
      SearchCommand.class,
      AgentCommand.class,
      VisitsCommand.class,
      KeyCommand.class,
      RobotsCommand.class,
      HostCommand.class,
      LabCommand.class,
      WireLoad.class,
      FollowLoad.class
    },
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
  static final String NAME = "sojourn";

  /// Creates the top command.
  public Main() {}

  /// Runs a command line and ends the process.
  ///
  /// @param args the words after the program's name
  public static void main(String[] args) {
    System.exit(CommandRun.commandLine(Main.class, NAME, args).execute(args));
  }

  /// Creates the command line with all commands.
  ///
  /// @return the command line, ready to run
  public static CommandLine line() {
    return CommandRun.commandLine(Main.class, NAME);
  }
}
