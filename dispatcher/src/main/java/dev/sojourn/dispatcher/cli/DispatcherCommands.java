package dev.sojourn.dispatcher.cli;

import dev.sojourn.dispatcher.cli.agent.AgentCommand;
import dev.sojourn.dispatcher.cli.crawl.CrawlCommand;
import dev.sojourn.dispatcher.cli.crawl.PlanCommand;
import dev.sojourn.dispatcher.cli.key.KeyCommand;
import dev.sojourn.dispatcher.cli.remote.VisitsCommand;
import dev.sojourn.dispatcher.cli.robots.RobotsCommand;
import dev.sojourn.dispatcher.cli.search.SearchCommand;
import java.util.List;

/// The commands of the dispatcher, to be added to a program.
public final class DispatcherCommands {

  private DispatcherCommands() {}

  /// {@return fresh command objects in the order in which help lists them; each brings its name}
  public static List<Object> all() {
    return List.of(
        new CrawlCommand(),
        new PlanCommand(),
        new SearchCommand(),
        new AgentCommand(),
        new VisitsCommand(),
        new KeyCommand(),
        new RobotsCommand());
  }
}
