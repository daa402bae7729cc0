package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.command.option.VisitTable;
import dev.sojourn.host.preview.AccessLogPreview;
import dev.sojourn.host.preview.PreviewRow;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
import picocli.CommandLine.Spec;

/// `host preview`: reads access logs, and compares the traffic of crawlers with an estimate for
/// visits.
@Command(
    name = "preview",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Say what crawlers fetched from a site, and what visits of agents would have moved instead.",
      "",
      "Reads access logs of nginx, Apache and Caddy: combined, vhost_combined, common, or one JSON"
          + " object a line; plain or .gz."
          + " Nothing is installed, changed or looked up in a network."
    },
    footer = {
      "",
      "Exit code 0; 6 if lines were no requests; 1 if a log cannot be read.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --access-log /var/log/nginx/access.log.1 --access-log"
          + " /var/log/nginx/access.log"
    })
final class HostPreview implements Callable<Integer> {
  private static final int SHOWN = 20;
  private static final int MAX_NAME_CHARS = 32;
  private static final int MAX_SENTENCE_CHARS = 400;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--access-log",
      required = true,
      arity = "1..*",
      paramLabel = "FILE",
      description = "An access log; older ones first, since changes are seen by the order.")
  private List<Path> logs = List.of();

  @Option(
      names = "--root",
      paramLabel = "DIR",
      description = "The folder of the site: also count the pages that are files there.")
  private Optional<Path> root = Optional.empty();

  @Override
  public Integer call() {
    root.filter(folder -> !Files.isDirectory(folder))
        .ifPresent(
            folder -> {
              throw new CommandException(
                  ExitCode.USAGE, "--root %s: no directory; name the site's.".formatted(folder));
            });
    var preview = new AccessLogPreview(root);
    for (var log : logs) {
      try {
        preview.add(log);
      } catch (IOException e) {
        throw new CommandException(
            ExitCode.FAILED, "The log %s cannot be read (%s).".formatted(log, Messages.clause(e)));
      }
    }
    var result = preview.result();
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, shown(result));
    } else {
      print(out, result);
    }
    return (result.malformed() == 0 ? ExitCode.DONE : ExitCode.PARTIAL).code();
  }

  private void printTable(List<PreviewRow> rows) {
    var table = new ArrayList<List<String>>();
    table.add(
        List.of(
            "crawler", "requests", "pages", "bytes", "unchanged", "visits, all", "visits, new"));
    for (var row : rows.subList(0, Math.min(SHOWN, rows.size()))) {
      table.add(
          List.of(
              ForeignText.of(row.crawler()).line(MAX_NAME_CHARS),
              "%,d".formatted(row.requests()),
              "%,d".formatted(row.pages()),
              "%,d".formatted(row.bytes()),
              "%.1f %%".formatted(row.unchangedPercent()),
              "%,d".formatted(row.visitBytes()),
              "%,d".formatted(row.visitBytesOfNew())));
    }
    VisitTable.print(
        table,
        1,
        List.of("crawler"),
        List.of("pages", "requests", "visits, all", "unchanged"),
        spec);
  }

  private void print(PrintWriter out, AccessLogPreview.Result result) {
    printTable(result.rows());
    if (result.rows().size() > SHOWN) {
      out.printf("%,d more; --json has them.%n", result.rows().size() - SHOWN);
    }
    root.ifPresent(
        folder ->
            out.printf(
                "%,d of the pages are files in %s.%n",
                result.rows().stream().mapToLong(PreviewRow::inFolder).sum(), folder));
    out.println();
    assumptions().forEach(out::println);
    if (result.own() > 0) {
      out.printf(
          "Left out: %s of a host daemon, which reads pages for visits.%n",
          Messages.count(result.own(), "request"));
    }
    if (result.pagesUntold() > 0) {
      out.printf(
          "There was no room to remember %,d requests for further pages; they count as new.%n",
          result.pagesUntold());
    }
    if (result.malformed() > 0) {
      out.printf("%,d of %,d lines are no requests:%n", result.malformed(), result.lines());
      result
          .firstMalformed()
          .forEach(
              sentence -> out.println("  " + ForeignText.of(sentence).line(MAX_SENTENCE_CHARS)));
    }
    out.flush();
  }

  private static List<String> assumptions() {
    return List.of(
        "unchanged: of the GET requests answered 200 or 304, those answered 304, and those whose"
            + " answer had the ETag as before, or the size as before where the log has no ETag.",
        "visits: an estimate. One visit for each day on which the crawler came, %,d bytes each, and"
                .formatted(PreviewRow.BYTES_A_VISIT)
            + " %d %% of the bytes of the pages (docs/performance.md): of all pages each time, or of"
                .formatted(PreviewRow.PAGE_PERCENT)
            + " new and changed ones alone.",
        "The name of a crawler is what it calls itself. Distinct pages are counted with their"
            + " queries.");
  }

  private static Map<String, Object> shown(AccessLogPreview.Result result) {
    var shown = new LinkedHashMap<String, Object>();
    shown.put("lines", result.lines());
    shown.put("malformed", result.malformed());
    shown.put("firstMalformed", result.firstMalformed());
    shown.put("own", result.own());
    shown.put("pagesUntold", result.pagesUntold());
    shown.put("bytesAVisit", PreviewRow.BYTES_A_VISIT);
    shown.put("pagePercent", PreviewRow.PAGE_PERCENT);
    shown.put("crawlers", result.rows());
    return shown;
  }
}
