package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.host.command.option.VisitTable;
import dev.sojourn.host.store.SavingsRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.LongStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host saved`: reports the traffic of visits, and the traffic of the same pages over HTTP.
@Command(
    name = "saved",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Say per crawler and month what visits took, and what the same pages would have cost.",
      "",
      "All figures are counts. \"over HTTP\" is the size of the bodies of the pages that agents"
          + " read, text with gzip at level 1, without headers. A month is one of UTC."
    },
    footer = {"", "Example:", "  ${COMMAND-FULL-NAME} --config host.toml --month 2026-11"})
final class HostSaved implements Callable<Integer> {
  private static final int MAX_NAME_CHARS = 64;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--month",
      paramLabel = "YYYY-MM",
      description = "Only this month; otherwise all that are kept.")
  private Optional<String> month = Optional.empty();

  @Override
  public Integer call() throws IOException {
    if (month.filter(text -> !text.matches("[0-9]{4}-(0[1-9]|1[0-2])")).isPresent()) {
      throw new CommandException(
          ExitCode.USAGE,
          "--month %s: no month (expected: as 2026-11)."
              .formatted(ForeignText.of(month.orElse("")).line(100)));
    }
    var rows = SavingsRow.read(config.read().data(), month);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var shown = new LinkedHashMap<String, Object>();
      shown.put("rows", rows.stream().map(HostSaved::shown).toList());
      JsonOption.print(out, shown);
    } else {
      print(out, rows);
    }
    return ExitCode.DONE.code();
  }

  private void print(PrintWriter out, List<SavingsRow> rows) {
    if (rows.isEmpty()) {
      out.println("No visits are counted.");
    } else {
      var table = new ArrayList<List<String>>();
      table.add(
          List.of(
              "MONTH", "CRAWLER", "AGENTS", "VISITS", "PAGES", "IN", "OUT", "OVER HTTP", "SAVED"));
      rows.forEach(row -> table.add(cells(row)));
      VisitTable.print(
          table,
          3,
          List.of("AGENTS", "CRAWLER"),
          List.of("IN", "OUT", "OVER HTTP", "PAGES", "VISITS"),
          spec);
    }
    out.printf(
        "%,d requests did not come over the network: one for each page.%n",
        rows.stream().mapToLong(SavingsRow::pages).sum());
    out.flush();
  }

  private static List<String> cells(SavingsRow row) {
    var cells =
        new ArrayList<>(
            List.of(
                row.month(),
                ForeignText.of(row.crawler()).line(MAX_NAME_CHARS),
                ForeignText.of(row.token()).line(MAX_NAME_CHARS)));
    LongStream.of(
            row.visits(),
            row.pages(),
            row.received(),
            row.sent(),
            row.gzipBytes(),
            row.savedBytes())
        .forEach(number -> cells.add("%,d".formatted(number)));
    return cells;
  }

  private static Map<String, Object> shown(SavingsRow row) {
    var shown = new LinkedHashMap<String, Object>();
    shown.put("month", row.month());
    shown.put("crawler", row.crawler());
    shown.put("token", row.token());
    shown.put("visits", row.visits());
    shown.put("pages", row.pages());
    shown.put("pageBytes", row.pageBytes());
    shown.put("gzipBytes", row.gzipBytes());
    shown.put("received", row.received());
    shown.put("sent", row.sent());
    shown.put("savedBytes", row.savedBytes());
    shown.put("requestsSpared", row.pages());
    return shown;
  }
}
