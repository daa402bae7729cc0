package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.cli.option.PassedText;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `visit show`: prints the status of a visit.
@Command(
    name = "show",
    aliases = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Ask for the status of one of your agents, and where it is.",
      "",
      "An agent that went on along its itinerary is found by any host at which it was. If that host"
          + " is gone, the other hosts of the itinerary are asked."
    },
    footer = {
      "",
      "Exit code 0 if a host answered, 6 if its journey left out a site, 3 if no host has"
          + " such an agent of yours, 4 if none answered, 5 if it does not know the key.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} visit show 'atp://agents.example:10434/#k3v9' --json"
    })
public final class AgentVisitShow implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private RetryOptions retries = new RetryOptions();

  @Parameters(index = "0", paramLabel = "AGENT", description = "atp://HOST:PORT/#AGENT-ID")
  private String uri = "";

  /// Creates the command, for picocli.
  public AgentVisitShow() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var agent = AgentUri.parse(uri);
    var found = new AgentSearch(remote, retries.policy()).find(agent);
    var status = found.status();
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, object(found.agent(), status));
    } else {
      print(out, found.agent(), status);
    }
    boolean isInPart = status.passed().stream().anyMatch(stop -> !stop.isReplaced());
    return (isInPart ? ExitCode.PARTIAL : ExitCode.DONE).code();
  }

  private static void print(PrintWriter out, AgentUri agent, VisitStatus status) {
    out.println(status.state().word() + (status.reason().isEmpty() ? "" : ": " + status.reason()));
    out.println("at " + agent.host());
    out.println(
        "%s of %s, %s, %s"
            .formatted(
                Messages.count(status.pages(), "page"),
                Messages.count(status.pageBytes(), "byte"),
                Messages.count(status.findings(), "finding"),
                Messages.count(status.lastParcel(), "parcel")));
    status.started().ifPresent(at -> out.println("began " + at));
    status.ended().ifPresent(at -> out.println("ended " + at));
    status.passed().forEach(stop -> out.println("left out " + PassedText.words(stop)));
    out.flush();
  }

  private static Map<String, Object> object(AgentUri agent, VisitStatus status) {
    var object = new LinkedHashMap<String, Object>();
    object.put("agent", agent.agentId());
    object.put("host", agent.host().toString());
    object.put("uri", agent.toString());
    object.put("state", status.state().word());
    object.put("reason", status.reason());
    object.put("pages", status.pages());
    object.put("pageBytes", status.pageBytes());
    object.put("findings", status.findings());
    object.put("lastParcel", status.lastParcel());
    object.put("next", status.next());
    object.put("started", status.started().map(Instant::toString).orElse(null));
    object.put("ended", status.ended().map(Instant::toString).orElse(null));
    object.put("passed", PassedText.json(status.passed()));
    return object;
  }
}
