package dev.sojourn.host.command.release;

import static dev.sojourn.host.command.option.DaemonOption.text;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import dev.sojourn.host.command.option.VisitTable;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host held`: shows results that wait for release at a running daemon.
@Command(
    name = "held",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "List the visits that are over and whose findings wait for release, or show all that one of"
          + " them found.",
      "",
      "Findings wait where policy.hold is true. With an id each line that would leave is printed,"
          + " and the size of the agent's state; with --json the state too, in base64."
    },
    footer = {
      "",
      "Examples:",
      "  ${COMMAND-FULL-NAME} --config host.toml",
      "  ${COMMAND-FULL-NAME} --config host.toml 7f3a"
    })
public final class HostHeld implements Callable<Integer> {
  private static final int MAX_LINE_CHARS = 1 << 20;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "ID",
      arity = "0..1",
      description = "The id of the agent, or the beginning of it.")
  private Optional<String> id = Optional.empty();

  private long stateBytes;

  /// Creates the command; picocli does the rest.
  public HostHeld() {}

  @Override
  public Integer call() {
    var request = new ControlRequest.Held(id.map(ForeignText::of));
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var _ = daemon.ask(request, item -> JsonOption.print(out, item));
    } else if (id.isPresent()) {
      var end = daemon.ask(request, this::print);
      out.println("state: " + stateBytes + " bytes");
      out.println("digest: " + text(end, "digest"));
    } else {
      var visits = new ArrayList<JsonNode>();
      var _ = daemon.ask(request, visits::add);
      printList(visits);
    }
    out.flush();
    return 0;
  }

  private void print(JsonNode item) {
    var out = spec.commandLine().getOut();
    if (item.has("line")) {
      out.println(ForeignText.of(item.path("line").asText()).line(MAX_LINE_CHARS));
    } else if (item.has("state") && !item.has("id")) {
      stateBytes += Base64.getDecoder().decode(item.path("state").asText()).length;
    } else {
      for (var member : item.properties()) {
        var value = member.getValue();
        var shown = value.isTextual() ? value.asText() : value.toString();
        out.println(member.getKey() + ": " + ForeignText.of(shown).line(MAX_LINE_CHARS));
      }
    }
  }

  private void printList(List<JsonNode> visits) {
    var rows = new ArrayList<List<String>>();
    rows.add(List.of("ID", "SIGNER", "SITE", "STATE", "PAGES", "FINDINGS", "ENDED"));
    for (var visit : visits) {
      rows.add(
          List.of(
              text(visit, "id"),
              text(visit, "signer"),
              text(visit, "site"),
              text(visit, "state"),
              text(visit, "pages"),
              text(visit, "findings"),
              text(visit, "ended")));
    }
    VisitTable.print(rows, List.of("SIGNER", "SITE"), List.of("PAGES", "STATE", "ENDED"), spec);
    var err = spec.commandLine().getErr();
    err.println(
        visits.isEmpty()
            ? "Nothing waits for release."
            : Messages.count(visits.size(), "visit")
                + ". 'host held ID' shows what one found, 'host release ID' lets it leave.");
    err.flush();
  }
}
