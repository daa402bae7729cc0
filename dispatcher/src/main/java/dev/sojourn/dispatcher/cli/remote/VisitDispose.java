package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `visit dispose`: removes agents from hosts.
@Command(
    name = "dispose",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Let hosts forget agents: end their visits where they are not over, and delete their state"
          + " and the findings that nobody collected.",
      "",
      "'visit retract' brings state and findings home first. A crawl that is under way visits what"
          + " is missing from here."
    },
    footer = {
      "",
      "Exit code 0 if the hosts have the agents no more, 3 if a host refused, 4 if one did not"
          + " answer, 5 if one does not know the key.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} visit dispose 'atp://agents.example:10434/#k3v9'"
    })
public final class VisitDispose implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private RetryOptions retries = new RetryOptions();

  @Parameters(arity = "1..*", paramLabel = "AGENT", description = "atp://HOST:PORT/#AGENT-ID")
  private List<String> uris = List.of();

  /// Creates the command, for picocli.
  public VisitDispose() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    // A typing error is reported before the first agent is gone.
    var agents = uris.stream().map(AgentUri::parse).toList();
    for (var agent : agents) {
      var answer =
          remote.ask(agent.host(), retries.policy(), host -> host.dispose(agent.agentId()));
      var _ = Refusals.given(answer, agent, remote.key());
      SentAgents.beside(remote.key()).remove(agent.toString());
      if (!json.isGiven()) {
        spec.commandLine().getOut().println("disposed of " + agent);
        spec.commandLine().getOut().flush();
      }
    }
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("disposed", agents.stream().map(AgentUri::toString).toList());
      JsonOption.print(spec.commandLine().getOut(), object);
    }
    return ExitCode.DONE.code();
  }
}
