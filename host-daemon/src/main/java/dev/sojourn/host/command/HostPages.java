package dev.sojourn.host.command;

import static dev.sojourn.host.command.option.DaemonOption.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import dev.sojourn.host.command.option.VisitTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host pages`: reports the page store of a running daemon, or deletes views in it.
@Command(
    name = "pages",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Say what the page store of a running daemon holds for each site, and how often visits found"
          + " a view of a page there.",
      "",
      "Hits and misses are counted from the start of the daemon."
    },
    footer = {
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml --drop --site https://docs.example.org"
    })
final class HostPages implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--drop", description = "Delete all views. Visits make them again.")
  private boolean drop;

  @Option(
      names = "--site",
      paramLabel = "ORIGIN",
      description = "With --drop: delete the views of this site alone.")
  private Optional<String> site = Optional.empty();

  @Override
  public Integer call() {
    if (site.isPresent() && !drop) {
      throw new CommandException(ExitCode.USAGE, "--site needs --drop.");
    }
    var items = new ArrayList<JsonNode>();
    var request =
        drop
            ? new ControlRequest.DropViews(site.map(ForeignText::of))
            : new ControlRequest.PageStoreList();
    var end = daemon.ask(request, items::add);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      items.forEach(item -> JsonOption.print(out, item));
      JsonOption.print(out, end);
    } else if (drop) {
      out.println(Messages.count(end.path("dropped").asLong(), "view") + " deleted.");
    } else {
      print(items, end);
    }
    out.flush();
    return ExitCode.DONE.code();
  }

  private void print(List<JsonNode> sites, JsonNode all) {
    var out = spec.commandLine().getOut();
    if (all.path("limit").asLong() == 0) {
      out.println("The page store is off (limits.page-store).");
      return;
    }
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("SITE", "VIEWS", "BYTES", "HITS", "MISSES", "HIT RATE"));
    for (var item : sites) {
      rows.add(
          List.of(
              text(item, "site"),
              number(item, "views"),
              number(item, "bytes"),
              number(item, "hits"),
              number(item, "misses"),
              rate(item)));
    }
    VisitTable.print(rows, 1, List.of("SITE"), List.of("MISSES", "HITS", "BYTES"), spec);
    out.printf(
        "%s of %s bytes on disk. %s hits, %s misses (%s). %s views made room for others, %s were"
            + " damaged, %s could not be kept.%n",
        number(all, "bytes"),
        number(all, "limit"),
        number(all, "hits"),
        number(all, "misses"),
        rate(all),
        number(all, "evicted"),
        number(all, "damaged"),
        number(all, "unwritten"));
  }

  private static String number(JsonNode json, String member) {
    return "%,d".formatted(json.path(member).asLong());
  }

  private static String rate(JsonNode json) {
    long hits = json.path("hits").asLong();
    long finds = hits + json.path("misses").asLong();
    return finds == 0 ? "-" : "%d %%".formatted(100 * hits / finds);
  }
}
