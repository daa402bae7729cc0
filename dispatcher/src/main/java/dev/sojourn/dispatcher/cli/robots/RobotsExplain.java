package dev.sojourn.dispatcher.cli.robots;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.dispatcher.cli.option.SiteOptions;
import dev.sojourn.robots.AgentRules;
import dev.sojourn.robots.AgentRules.Considered;
import dev.sojourn.robots.AgentRules.Part;
import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsProblem;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.Route;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `robots explain`: explains why an agent may or may not fetch a URL, and which host takes agents
/// for it.
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = "Explain what a robots.txt file decides for an agent and a URL, and why.",
    footer = {
      "",
      "Example:",
      "  sojourn robots explain robots.txt ExampleBot https://example.org/private/x"
    })
final class RobotsExplain implements Callable<Integer> {

  private static final int SHOWN_LINES = 3;

  private static final String STRICT_ONLY = "; without --strict its beginning counts.";

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Mixin private SiteOptions site = new SiteOptions();

  @Option(names = "--all", description = "Also list the rules that do not match.")
  private boolean all;

  @Parameters(
      index = "0",
      paramLabel = "FILE|URL",
      description = "A robots.txt file, or any URL of a site, whose robots.txt is then fetched.")
  private String source = "";

  @Parameters(index = "1", paramLabel = "AGENT", description = "The product token of a crawler.")
  private String agent = "";

  @Parameters(
      index = "2",
      paramLabel = "URL",
      description = "The URL that the crawler wants to fetch.")
  private String url = "";

  /// Creates the command; its options come from the command line.
  RobotsExplain() {}

  @Override
  public Integer call() throws InterruptedException {
    var given = RobotsSource.of(source, reading.options(), site);
    var parsed = RobotsTxt.parse(given.bytes(), reading.options());
    var robots = given.elsewhere() ? parsed.withIndeterminateRoutes() : parsed;
    var rules = robots.agent(agent);
    var considered = rules.explain(url);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      printJson(out, robots, rules, considered);
    } else {
      print(out, robots, rules, considered);
    }
    out.flush();
    return ExitCode.DONE.code();
  }

  private void printJson(
      PrintWriter out, RobotsTxt robots, AgentRules rules, List<Considered> considered) {
    var access = rules.access(url);
    var route = robots.route(url);
    var answer = JsonNodeFactory.instance.objectNode();
    answer.put("agent", agent).put("url", url).put("allowed", access.allowed());
    answer.put("group", rules.group());
    var names = answer.putArray("names");
    rules
        .names()
        .forEach(each -> names.addObject().put("name", each.name()).put("readAs", each.token()));
    var lines = answer.putArray("groupLines");
    rules.groupLines().forEach(lines::add);
    var list = answer.putArray("rules");
    for (var each : considered) {
      list.addObject()
          .put("rule", each.rule().text())
          .put("line", each.rule().line())
          .put("part", each.part().name().toLowerCase(Locale.ROOT));
    }
    answer.put("route", route.toString()).put("routeLine", route.decidingLine());
    StatedRecords.of(robots, rules, url).addTo(answer);
    JsonOption.print(out, answer);
  }

  private void print(
      PrintWriter out, RobotsTxt robots, AgentRules rules, List<Considered> considered) {
    var access = rules.access(url);
    out.println(
        agent + (access.allowed() ? " may fetch " : " may not fetch ") + url + ": " + why(rules));
    out.println();
    out.println("Group: " + group(robots, rules));
    printRules(out, considered);
    out.println();
    printRoute(out, robots);
    if (access.allowed() && robots.route(url) instanceof Route.Host(var host, _)) {
      out.println("An agent of " + agent + " is sent to " + host + " for it.");
    } else {
      out.println("No mobile agent is sent for it.");
    }
    StatedRecords.of(robots, rules, url).print(out);
  }

  private String why(AgentRules rules) {
    var access = rules.access(url);
    if (access.rule().isPresent()) {
      var rule = access.rule().get();
      return "line " + rule.line() + " decides, " + rule.text() + ".";
    }
    if (rules.explain(url).stream().anyMatch(each -> each.part() == Part.OUTWEIGHED)) {
      return "/robots.txt itself is always allowed.";
    }
    return rules.group().isEmpty()
        ? "no group applies to it, and then everything is allowed."
        : "no rule of its group matches, and then it is allowed.";
  }

  /// The group that applies, with its lines and the reason.
  private String group(RobotsTxt robots, AgentRules rules) {
    var numbers = rules.groupLines().stream().map(String::valueOf).toList();
    var lines = (numbers.size() > 1 ? " (lines " : " (line ") + String.join(", ", numbers) + ")";
    var group = rules.group();
    if (group.isEmpty()) {
      return "none; no User-agent line names " + agent + " or *." + readAs(rules);
    }
    if (group.equals("*")) {
      return "*" + lines + ", since no User-agent line names " + agent + "." + readAs(rules);
    }
    boolean others = robots.groups().stream().anyMatch(each -> each.agents().contains("*"));
    return group
        + lines
        + (numbers.size() > 1 ? ", merged." : ".")
        + readAs(rules)
        + readLines(robots, rules)
        + (others ? " The group for * is for robots without one of their own." : "");
  }

  /// The sentences about names that are not compared as they are written.
  private String readAs(AgentRules rules) {
    var said = new StringBuilder();
    for (var each : rules.names()) {
      if (!each.name().equalsIgnoreCase(each.token())) {
        said.append(' ').append(each.name()).append(" is read as ").append(each.token());
        said.append(", since a product token has letters, - and _ alone.");
      } else if (!isToken(each.token())) {
        said.append(" A product token has letters, - and _ alone, so no line can name ");
        said.append(each.name()).append(reading.isStrict() ? STRICT_ONLY : ".");
      }
    }
    return said.toString();
  }

  private boolean isToken(String name) {
    return reading.options().dialect() == Dialect.WEB_ROBOTS_CONTROL_1996
        || name.equals("*")
        || name.chars().allMatch(c -> (c >= 'a' && c <= 'z') || c == '-' || c == '_');
  }

  /// The sentences about lines of the group that count only in part.
  private static String readLines(RobotsTxt robots, AgentRules rules) {
    return robots.diagnostics().stream()
        .filter(each -> each.problem() == RobotsProblem.TOKEN_CUT)
        .filter(each -> rules.groupLines().contains(each.line()))
        .limit(SHOWN_LINES)
        .map(each -> " Line " + each.line() + " says " + each.excerpt() + "; its beginning counts.")
        .collect(Collectors.joining());
  }

  private void printRules(PrintWriter out, List<Considered> considered) {
    int unmatched = 0;
    for (var each : considered) {
      boolean matches = each.part() == Part.DECIDED || each.part() == Part.OUTWEIGHED;
      if (matches || all) {
        out.printf(
            "  %5d  %-40s %s%n", each.rule().line(), each.rule().text(), words(each, considered));
      } else {
        unmatched++;
      }
    }
    if (unmatched > 0) {
      boolean others = unmatched < considered.size();
      out.println(
          "  "
              + unmatched
              + (others ? " more " : unmatched == 1 ? " rule " : " rules ")
              + (unmatched == 1 ? "does" : "do")
              + " not match (--all lists them).");
    } else if (considered.isEmpty()) {
      out.println("  no rules.");
    }
  }

  private String words(Considered each, List<Considered> considered) {
    return switch (each.part()) {
      case DECIDED -> "decides";
      case OUTWEIGHED -> outweighed(each, considered);
      case NO_MATCH -> "does not match";
      case NEVER_MATCHES -> "matches nothing";
    };
  }

  private String outweighed(Considered each, List<Considered> considered) {
    var winner = considered.stream().filter(c -> c.part() == Part.DECIDED).findFirst();
    if (winner.isEmpty()) {
      return "matches, but /robots.txt is always allowed";
    }
    var rule = winner.get().rule();
    if (reading.options().dialect() == Dialect.WEB_ROBOTS_CONTROL_1996) {
      return "matches, but line " + rule.line() + " matches first";
    }
    if (rule.pattern().equals(each.rule().pattern())) {
      return rule.allow() == each.rule().allow()
          ? "says the same as line " + rule.line()
          : "matches, but of two equal paths Allow wins";
    }
    return rule.pattern().length() == each.rule().pattern().length()
        ? "matches, but line " + rule.line() + " is as long" + (rule.allow() ? " and allows" : "")
        : "matches, but line " + rule.line() + " is longer";
  }

  private void printRoute(PrintWriter out, RobotsTxt robots) {
    var route = robots.route(url);
    out.println(
        "Route: "
            + switch (route) {
              case Route.Host(var host, var line) -> host + ", by line " + line + ".";
              case Route.None(var line) -> "none, by line " + line + ".";
              case Route.Unspecified _ -> "unspecified; no Mobile-agent-server line covers it.";
              case Route.Indeterminate _ ->
                  "indeterminate; the file is longer than what is read, has too many routes, or"
                      + " came from another origin.";
            });
    if (route.decidingLine() == 0) {
      return;
    }
    for (var record : robots.routeRecords()) {
      boolean covers =
          record.line() != route.decidingLine()
              && RobotsTxt.parse(line(record.path()), reading.options()).route(url)
                  instanceof Route.None;
      if (covers) {
        out.printf(
            "  %5d  %-40s covers it, but line %d comes later%n",
            record.line(), record.path() + " " + record.route(), route.decidingLine());
      }
    }
  }

  private static byte[] line(String path) {
    return ("Mobile-agent-server: " + path + " none").getBytes(StandardCharsets.US_ASCII);
  }
}
