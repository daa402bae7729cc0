package dev.sojourn.host.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host show`: shows all details of one visit at a running daemon.
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description =
        "Show one visit at a running daemon: its passport, its hop log, its last pages, and what"
            + " it took. A visit that is over is shown too, as long as it is kept.")
final class HostShow implements Callable<Integer> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int MAX_CHARS = 20_000;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(paramLabel = "ID", description = "The id of the agent, or the beginning of it.")
  private String id = "";

  @Override
  public Integer call() {
    var _ = daemon.ask(new ControlRequest.Show(ForeignText.of(id)), this::print);
    return 0;
  }

  private void print(JsonNode item) {
    var out = spec.commandLine().getOut();
    var visit = whole((ObjectNode) item);
    if (json.isGiven()) {
      JsonOption.print(out, visit);
      return;
    }
    for (var member : visit.properties()) {
      var value = member.getValue();
      if (value.isArray()) {
        out.println(member.getKey() + ":");
        value.forEach(each -> out.println("  " + text(each)));
      } else {
        out.println(member.getKey() + ": " + text(value));
      }
    }
    out.flush();
  }

  private static String text(JsonNode value) {
    return ForeignText.of(value.isTextual() ? value.asText() : value.toString()).line(MAX_CHARS);
  }

  /// Parses passport and hops, which arrive as signed JSON text.
  private static JsonNode whole(ObjectNode visit) {
    visit.set("passport", parsed(visit.path("passport")));
    var hops = JSON.createArrayNode();
    visit.path("hops").forEach(hop -> hops.add(parsed(hop)));
    visit.set("hops", hops);
    return visit;
  }

  private static JsonNode parsed(JsonNode text) {
    try {
      return JSON.readTree(text.asText());
    } catch (JsonProcessingException _) {
      return text;
    }
  }
}
