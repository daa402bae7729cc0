package dev.sojourn.dispatcher.cli;

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
import picocli.CommandLine.Command;

/// The dispatcher as a separate program, `sojourn-dispatcher`.
@Command(
    name = "sojourn-dispatcher",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    subcommands = {
      HelpCommand.class,
      CrawlCommand.class,
      PlanCommand.class,
      SearchCommand.class,
      AgentCommand.class,
      VisitsCommand.class,
      KeyCommand.class,
      RobotsCommand.class
    },
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
  /// @param args the words after the name of the program
  public static void main(String[] args) {
    System.exit(CommandRun.commandLine(DispatcherMain.class, NAME, args).execute(args));
  }
}
