package dev.sojourn.dispatcher.cli.display;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.crawl.plan.Plan;
import dev.sojourn.crawl.plan.PlannedTerritory;
import dev.sojourn.crawl.plan.UrlTable;
import dev.sojourn.robots.Route;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The two forms of a plan: text for people, and JSON for programs.
public final class PlanText {
  private static final String NONE = "not available";

  private PlanText() {}

  private record Row(String path, String host, String line) {}

  /// Prints which host takes agents for which part of the site, with the line of robots.txt that
  /// decided.
  ///
  /// @param plan the plan of one site
  /// @param out receives the text
  public static void print(Plan plan, PrintWriter out) {
    var rows = new ArrayList<Row>();
    for (var territory : plan.territories()) {
      for (var part : territory.parts()) {
        var path = PlannedTerritory.name(part.prefix(), territory.part());
        rows.add(new Row(path, host(territory.route()), line(part)));
      }
    }
    rows.sort(Comparator.comparing(Row::path));
    rows.addFirst(new Row("PATH", "HOST", "DECIDED BY"));
    int first = rows.stream().mapToInt(r -> TextWidth.of(r.path())).max().orElse(0);
    int second = rows.stream().mapToInt(r -> TextWidth.of(r.host())).max().orElse(0);
    out.println(plan.origin());
    for (var row : rows) {
      out.println(
          ("  "
                  + TextWidth.pad(row.path(), first)
                  + "  "
                  + TextWidth.pad(row.host(), second)
                  + "  "
                  + row.line())
              .stripTrailing());
    }
    plan.territories().stream()
        .map(PlannedTerritory::objection)
        .flatMap(Optional::stream)
        .distinct()
        .forEach(sentence -> out.println("  " + sentence));
    out.flush();
  }

  /// {@return whether the plan has nothing to report: it is one territory without a route to a
  /// host}
  ///
  /// @param plan the plan of one site
  static boolean isPlain(Plan plan) {
    var territories = plan.territories();
    return territories.size() == 1
        && territories.getFirst().route() instanceof Route.Unspecified
        && territories.getFirst().objection().isEmpty();
  }

  private static String host(Route route) {
    return switch (route) {
      case Route.Host _ -> route.toString();
      case Route.None _ -> NONE;
      case Route.Unspecified _ -> NONE + " (unspecified)";
      case Route.Indeterminate _ -> NONE + " (indeterminate)";
    };
  }

  private static String line(PlannedTerritory.Part part) {
    return part.line() == 0 ? "no line" : "line " + part.line() + ": " + part.text();
  }

  /// {@return a plan as JSON} Its members are `site`, `robots` (`kind`, `sentence`, `remarks`) and
  /// `territories`. A territory has `path`, `includes`, `excludes`, `route`, `line` and `lines`
  /// (`prefix`, `line`, `text`). It has an `objection` if no agent is sent although there is a
  /// host.
  ///
  /// @param plan the plan of one site
  public static ObjectNode json(Plan plan) {
    var object = JsonNodeFactory.instance.objectNode();
    object.put("site", plan.origin());
    var robots = object.putObject("robots");
    robots.put("kind", plan.robots().kind().name().toLowerCase(Locale.ROOT));
    robots.put("sentence", plan.robots().sentence());
    plan.remarks().forEach(robots.putArray("remarks")::add);
    var territories = object.putArray("territories");
    for (var territory : plan.territories()) {
      var entry = territories.addObject();
      entry.put("path", territory.path());
      strings(entry, "includes", territory.territory().scope().includes());
      strings(entry, "excludes", territory.territory().scope().excludes());
      entry.put("route", territory.route().toString());
      entry.put("line", territory.line());
      var lines = entry.putArray("lines");
      for (var part : territory.parts()) {
        var line = lines.addObject();
        line.put("prefix", part.prefix());
        line.put("line", part.line());
        line.put("text", part.text());
      }
      territory.objection().ifPresent(sentence -> entry.put("objection", sentence));
    }
    return object;
  }

  /// Adds a table of URLs to the JSON of a plan: `urls`, each with `url`, `host`, `route`, `line`
  /// and `allowed`.
  ///
  /// @param plan the JSON of a plan
  /// @param table the URLs
  public static void add(ObjectNode plan, UrlTable table) {
    var urls = plan.putArray("urls");
    for (var row : table.rows()) {
      var entry = urls.addObject();
      entry.put("url", row.url());
      entry.put("host", row.host());
      entry.put("route", row.route().toString());
      entry.put("line", row.route().decidingLine());
      entry.put("allowed", row.isAllowed());
    }
  }

  private static void strings(ObjectNode object, String name, List<String> values) {
    var array = object.putArray(name);
    values.forEach(array::add);
  }
}
