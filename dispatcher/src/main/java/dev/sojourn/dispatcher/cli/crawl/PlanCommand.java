package dev.sojourn.dispatcher.cli.crawl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.Reach;
import dev.sojourn.crawl.plan.RobotsOutcome;
import dev.sojourn.crawl.plan.UrlTable;
import dev.sojourn.dispatcher.cli.display.PlanText;
import dev.sojourn.dispatcher.cli.option.SiteOptions;
import dev.sojourn.dispatcher.crawl.FirstRules;
import dev.sojourn.dispatcher.crawl.GivenUrl;
import dev.sojourn.fetch.client.WireTally;
import dev.sojourn.fetch.site.HttpFetcher;
import dev.sojourn.fetch.site.HttpSettings;
import dev.sojourn.fetch.site.RobotsFetcher;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `plan`: shows which host takes agents for which part of a site.
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = {
      "Show which host takes agents for which part of a site, and which line of robots.txt says"
          + " so.",
      "",
      "With --urls, print a table instead: each URL and its host. If you name a site too, its"
          + " robots.txt decides for all URLs by their paths. Otherwise each URL's own site"
          + " decides.",
      "",
      "With --json, each site is one object on a line of its own."
    },
    footer = {
      "",
      "Examples:",
      "  sojourn plan https://example.org/",
      "  sojourn plan https://example.org/ --urls urls.txt"
    })
public final class PlanCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private CrawlerName name = new CrawlerName();

  @Mixin private SiteOptions site = new SiteOptions();

  @Parameters(arity = "0..*", paramLabel = "URL", description = "A page of each site.")
  private List<String> sites = List.of();

  @Option(
      names = "--urls",
      paramLabel = "FILE",
      description = {
        "A file of URLs or paths, one a line; - reads standard input. Lines that begin with # are"
            + " comments."
      })
  private Optional<Path> urls = Optional.empty();

  @Option(
      names = "--plain-atp",
      description = "Plan for sending agents without TLS beyond this machine, too.")
  private boolean isPlainAllowed;

  /// Creates the command; its options come from the command line.
  public PlanCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var lines = lines();
    if (sites.isEmpty() && lines.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "Name a site, as https://example.org/, or a file with --urls.");
    }
    var given = sites.isEmpty() ? lines : sites;
    GivenUrl.remarks(given).forEach(spec.commandLine().getErr()::println);
    var http = HttpSettings.standard(name.userAgent(), site.authorities().context());
    try (var fetcher = HttpFetcher.open(http)) {
      var plans = plans(given, fetcher);
      if (json.isGiven()) {
        for (var plan : plans.values()) {
          JsonOption.print(spec.commandLine().getOut(), json(plan, lines));
        }
      } else {
        print(plans, lines);
      }
      return exitCode(List.copyOf(plans.values())).code();
    }
  }

  /// If no site is given, each line must be a URL.
  private List<String> lines() {
    return urls.map(file -> sites.isEmpty() ? UrlFile.urls(file) : UrlFile.urlsOrPaths(file))
        .orElse(List.of());
  }

  private Map<String, Plan> plans(List<String> pages, HttpFetcher fetcher)
      throws InterruptedException {
    var robots = new RobotsFetcher(fetcher, InstantSource.system());
    var plans = new LinkedHashMap<String, Plan>();
    for (var page : pages) {
      var origin = origin(page);
      if (!plans.containsKey(origin)) {
        var outcome = FirstRules.fetch(robots, origin, new WireTally()).outcome();
        plans.put(origin, Plan.of(origin, outcome, new Reach(isPlainAllowed)));
      }
    }
    return plans;
  }

  private static String origin(String page) {
    return GivenUrl.read(page).origin();
  }

  private ObjectNode json(Plan plan, List<String> lines) {
    var object = PlanText.json(plan);
    if (!lines.isEmpty()) {
      PlanText.add(object, table(plan, lines));
    }
    return object;
  }

  private UrlTable table(Plan plan, List<String> lines) {
    var own =
        sites.isEmpty()
            ? lines.stream().filter(u -> origin(u).equals(plan.origin())).toList()
            : lines;
    return UrlTable.of(own, plan.robots(), name.productToken());
  }

  private void print(Map<String, Plan> plans, List<String> lines) {
    var out = spec.commandLine().getOut();
    var err = spec.commandLine().getErr();
    for (var plan : plans.values()) {
      if (plan.robots().kind() == RobotsOutcome.Kind.UNREACHABLE) {
        err.println(
            Messages.withoutStop(plan.robots().sentence())
                + "; check the address, or try again later.");
      } else {
        if (lines.isEmpty()) {
          PlanText.print(plan, out);
        }
        plan.remarks().forEach(err::println);
      }
      err.flush();
    }
    if (!lines.isEmpty()) {
      var rows = new ArrayList<UrlTable.Row>();
      plans.values().forEach(plan -> rows.addAll(table(plan, lines).rows()));
      out.print(new UrlTable(rows).text());
      out.flush();
    }
  }

  private static ExitCode exitCode(List<Plan> plans) {
    long lost =
        plans.stream().filter(p -> p.robots().kind() == RobotsOutcome.Kind.UNREACHABLE).count();
    if (lost == 0) {
      return ExitCode.DONE;
    }
    return lost == plans.size() ? ExitCode.UNREACHABLE : ExitCode.PARTIAL;
  }
}
