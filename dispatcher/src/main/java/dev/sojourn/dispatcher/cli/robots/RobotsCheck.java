package dev.sojourn.dispatcher.cli.robots;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.dispatcher.cli.option.SiteOptions;
import dev.sojourn.robots.RobotsProblem.Severity;
import dev.sojourn.robots.RobotsTxt;
import dev.sojourn.robots.lint.Remark;
import dev.sojourn.robots.lint.RobotsLint;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `robots check`: gives advice about a file.
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    description = {
      "Check a robots.txt file: tell which lines have no effect, and which have another effect than"
          + " they seem to have.",
      "",
      "Exit code 0 if there is no error in it, 1 if there is one."
    },
    footer = {"", "Example:", "  sojourn robots check https://example.org/"})
final class RobotsCheck implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private ReadingOptions reading = new ReadingOptions();

  @Mixin private SiteOptions site = new SiteOptions();

  @Parameters(
      index = "0",
      paramLabel = "FILE|URL",
      description = "A robots.txt file, or any URL of a site, whose robots.txt is then fetched.")
  private String source = "";

  /// Creates the command; its options come from the command line.
  RobotsCheck() {}

  @Override
  public Integer call() throws InterruptedException {
    var given = RobotsSource.of(source, reading.options(), site);
    var robots = RobotsTxt.parse(given.bytes(), reading.options());
    var remarks = RobotsLint.check(robots, given.served());
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      printJson(out, given, robots, remarks);
    } else {
      print(out, given, robots, remarks);
    }
    boolean errors = count(remarks, Severity.ERROR) > 0;
    return (errors ? ExitCode.FAILED : ExitCode.DONE).code();
  }

  private static void printJson(
      PrintWriter out, RobotsSource given, RobotsTxt robots, List<Remark> remarks) {
    var answer = JsonNodeFactory.instance.objectNode();
    answer.put("source", given.name());
    answer.put("bytes", given.served().sizeBytes());
    answer.put("lines", robots.lines());
    answer.put("errors", count(remarks, Severity.ERROR));
    answer.put("warnings", count(remarks, Severity.WARNING));
    answer.put("routesHold", !given.elsewhere());
    var list = answer.putArray("remarks");
    for (var remark : remarks) {
      var each =
          list.addObject()
              .put("severity", remark.severity().label())
              .put("what", remark.what())
              .put("count", remark.count())
              .put("lastLine", remark.lastLine());
      var places = each.putArray("places");
      for (var place : remark.places()) {
        places
            .addObject()
            .put("line", place.line())
            .put("column", place.column())
            .put("detail", place.detail());
      }
      each.put("advice", remark.advice()).put("clause", remark.clause());
    }
    StatedRecords.addAll(answer, robots);
    JsonOption.print(out, answer);
  }

  private static void print(
      PrintWriter out, RobotsSource given, RobotsTxt robots, List<Remark> remarks) {
    for (var remark : remarks) {
      print(out, given.name(), remark);
    }
    if (given.elsewhere()) {
      out.println(given.name() + ": warning: the file came over a redirect through another origin");
      out.println("    its rules hold, but no crawler may take its routes from there");
    }
    if (!remarks.isEmpty()) {
      out.println();
    }
    out.println(summary(given, robots, remarks));
    StatedRecords.printAll(out, robots);
    out.println(next(given, robots, remarks));
    out.flush();
  }

  /// Prints a single place in the first line, and several places in a list below it.
  private static void print(PrintWriter out, String name, Remark remark) {
    var places = remark.places();
    if (remark.count() == 1 || places.isEmpty()) {
      var detail = places.isEmpty() ? "" : places.getFirst().detail();
      out.println(start(name, remark) + (detail.isEmpty() ? "" : ": " + detail));
    } else {
      out.println(start(name, remark) + ", in " + remark.count() + " places");
      for (var place : places) {
        out.printf("    %6d  %s%n", place.line(), place.detail());
      }
      if (remark.count() > places.size()) {
        out.printf(
            "            and %d more, the last in line %d%n",
            remark.count() - places.size(), remark.lastLine());
      }
    }
    var clause = remark.clause().isEmpty() ? "" : " (" + remark.clause() + ")";
    out.println("    " + remark.advice() + clause);
  }

  private static String start(String name, Remark remark) {
    return place(name, remark) + remark.severity().label() + ": " + remark.what();
  }

  /// The next step for the user.
  private static String next(RobotsSource given, RobotsTxt robots, List<Remark> remarks) {
    if (robots.groups().isEmpty()) {
      return "As it stands, every robot may fetch everything.";
    }
    var explain = "sojourn robots explain " + given.name() + " AGENT URL";
    return remarks.stream()
        .filter(remark -> remark.severity() == Severity.ERROR && remark.line() > 0)
        .findFirst()
        .map(first -> "Begin with line " + first.line() + "; then try: " + explain)
        .orElse("What it says of one page: " + explain);
  }

  private static String place(String name, Remark remark) {
    if (remark.line() == 0) {
      return name + ": ";
    }
    int at = remark.places().getFirst().column();
    var column = at == 0 || remark.count() > 1 ? "" : ":" + at;
    return name + ":" + remark.line() + column + ": ";
  }

  private static String summary(RobotsSource given, RobotsTxt robots, List<Remark> remarks) {
    long rules = robots.groups().stream().mapToLong(group -> group.rules().size()).sum();
    var contents =
        number(given.served().sizeBytes(), "byte")
            + ", "
            + number(robots.lines(), "line")
            + ": "
            + number(robots.groups().size(), "group")
            + ", "
            + number(rules, "rule")
            + ", "
            + number(robots.routeRecords().size(), "route")
            + ", "
            + number(robots.sitemaps().size(), "sitemap")
            + ".";
    if (remarks.isEmpty()) {
      return contents + " Nothing to remark.";
    }
    return contents
        + " "
        + number(count(remarks, Severity.ERROR), "error")
        + ", "
        + number(count(remarks, Severity.WARNING), "warning")
        + ", "
        + number(count(remarks, Severity.NOTE), "note")
        + ".";
  }

  private static String number(long count, String what) {
    return count + " " + what + (count == 1 ? "" : "s");
  }

  private static long count(List<Remark> remarks, Severity severity) {
    return remarks.stream()
        .filter(remark -> remark.severity() == severity)
        .mapToLong(Remark::count)
        .sum();
  }
}
