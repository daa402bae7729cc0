package dev.sojourn.host.command;

import static dev.sojourn.host.command.option.DaemonOption.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import dev.sojourn.host.command.option.VisitTable;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host ps`: lists the visits of a running daemon, or the signers that it refused.
@Command(
    name = "ps",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "List the visits that are at a running daemon, those of parked agents too, and those whose"
          + " agents leave for another host.",
      "",
      "READ is the size of the pages that a visit read, OUT that of the findings that it sends."
          + " SINCE is when the agent began to run or, of one that leaves, when it was done here."
          + " TO is the host that it leaves for."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} --config host.toml",
      "  ${COMMAND-FULL-NAME} --config host.toml --refused"
    })
final class HostPs implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = "--refused",
      description = "List the signers whose agents were refused for want of trust instead.")
  private boolean refused;

  @Override
  public Integer call() {
    var request = refused ? new ControlRequest.Strangers() : new ControlRequest.Ps();
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var _ = daemon.ask(request, item -> JsonOption.print(out, item));
      return 0;
    }
    var items = new ArrayList<JsonNode>();
    var _ = daemon.ask(request, items::add);
    if (refused) {
      printRefused(items);
    } else {
      items.sort(Comparator.comparing(item -> item.path("since").asText()));
      printVisits(items);
    }
    out.flush();
    return 0;
  }

  private void printVisits(List<JsonNode> visits) {
    boolean isLeft = visits.stream().anyMatch(visit -> visit.has("leavingSince"));
    var rows = new ArrayList<List<String>>();
    rows.add(
        withLast(
            isLeft, "TO", "ID", "SIGNER", "TOKEN", "SITE", "PAGES", "READ", "OUT", "CPU", "SINCE",
            "STATE"));
    for (var visit : visits) {
      rows.add(
          withLast(
              isLeft,
              way(visit),
              text(visit, "id"),
              text(visit, "signer"),
              text(visit, "productToken"),
              text(visit, "site"),
              text(visit, "pages"),
              size(visit.path("pageBytes").asLong()),
              size(visit.path("sentBytes").asLong()),
              seconds(visit.path("cpuMilliseconds").asLong()),
              second(text(visit, visit.has("leavingSince") ? "leavingSince" : "since")),
              text(visit, "state")));
    }
    VisitTable.print(
        rows,
        List.of("SIGNER", "TOKEN", "SITE", "TO"),
        List.of("TOKEN", "OUT", "CPU", "READ", "SINCE", "TO"),
        spec);
    spec.commandLine().getErr().println(Messages.count(visits.size(), "visit") + ".");
    spec.commandLine().getErr().flush();
  }

  /// The last column is shown only if it has values: most hosts send no agents on and ban no
  /// signers.
  private static List<String> withLast(boolean isShown, String last, String... cells) {
    var row = new ArrayList<>(List.of(cells));
    if (isShown) {
      row.add(last);
    }
    return row;
  }

  private static String way(JsonNode visit) {
    return visit.has("to") ? text(visit, "to") : "-";
  }

  private void printRefused(List<JsonNode> signers) {
    boolean isAnyBanned = signers.stream().anyMatch(signer -> signer.has("banned"));
    var rows = new ArrayList<List<String>>();
    rows.add(
        withLast(
            isAnyBanned,
            "BANNED",
            "THUMBPRINT",
            "URL",
            "TOKEN",
            "SITE",
            "SCOPE",
            "FROM",
            "TIMES",
            "LATEST"));
    for (var signer : signers) {
      rows.add(
          withLast(
              isAnyBanned,
              signer.has("banned") ? text(signer, "banned") : "-",
              text(signer, "thumbprint"),
              text(signer, "url").isEmpty() ? "-" : text(signer, "url"),
              text(signer, "productToken"),
              text(signer, "site"),
              text(signer, "scope"),
              text(signer, "from").isEmpty() ? "-" : text(signer, "from"),
              text(signer, "times"),
              second(text(signer, "latest"))));
    }
    VisitTable.print(
        rows,
        List.of("URL", "TOKEN", "SITE", "SCOPE", "BANNED"),
        List.of("SCOPE", "TOKEN", "TIMES", "FROM", "LATEST"),
        spec);
    advise(signers.isEmpty(), isAnyBanned);
  }

  private void advise(boolean isNobody, boolean isAnyBanned) {
    var err = spec.commandLine().getErr();
    err.println(
        isNobody
            ? "No signer was refused for want of trust."
            : "All of this is what strangers claim. 'host allow THUMBPRINT' trusts one of them.");
    if (isAnyBanned) {
      err.println("Whose key is that of a signer who is BANNED needs 'host allow' with that name.");
    }
    err.flush();
  }

  /// Shortens a time to seconds; returns other text unchanged.
  private static String second(String time) {
    try {
      return Instant.parse(time).truncatedTo(ChronoUnit.SECONDS).toString();
    } catch (DateTimeParseException _) {
      return time;
    }
  }

  /// Formats a size with at most four digits.
  static String size(long bytes) {
    var units = List.of("B", "KiB", "MiB", "GiB", "TiB");
    int unit = 0;
    long rest = bytes;
    while (rest >= 10_000 && unit < units.size() - 1) {
      rest /= 1_024;
      unit++;
    }
    return rest + " " + units.get(unit);
  }

  private static String seconds(long millis) {
    return Duration.ofMillis(millis).toSeconds() + "." + millis % 1_000 / 100 + " s";
  }
}
