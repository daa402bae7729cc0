package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.client.RetryPolicy;
import dev.sojourn.host.cli.CommandException;
import dev.sojourn.host.cli.ExitCode;
import dev.sojourn.host.cli.JsonOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent retract`: calls an agent back.
@Command(
    name = "retract",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Call an agent back: end its visit where it is not over, and get its state.",
      "",
      "What comes home is the passport, the state of the last checkpoint and what hosts signed"
          + " about its stays, without the code. Findings stay at the host. To ask again gives the"
          + " same."
    },
    footer = {
      "",
      "Exit code 0 if it came, 3 if the host has no such agent of yours, 4 if it did not answer, 5"
          + " if it does not know the key.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent retract 'atp://agents.example:10434/#k3v9' --out home.agent"
    })
public final class AgentRetract implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Parameters(index = "0", paramLabel = "AGENT", description = "atp://HOST:PORT/#AGENT-ID")
  private String uri = "";

  @Option(
      names = {"-o", "--out"},
      paramLabel = "FILE",
      description = "Keep what came as a package; the file must not exist.")
  private Optional<Path> out = Optional.empty();

  /// Creates the command; picocli does.
  public AgentRetract() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var agent = AgentUri.parse(uri);
    if (out.filter(Files::exists).isPresent()) {
      throw new CommandException(
          ExitCode.FAILED, out.get() + " exists already; choose another name or delete it.");
    }
    var answer =
        remote.ask(agent.host(), RetryPolicy.DEFAULT, host -> host.retract(agent.agentId()));
    var home = Refusals.given(answer, agent, remote.key());
    if (out.isPresent()) {
      try (var file = Files.newOutputStream(out.get(), StandardOpenOption.CREATE_NEW)) {
        home.encode().writeTo(file);
      }
    }
    int stateBytes = home.state().map(Bytes::size).orElse(0);
    var printer = spec.commandLine().getOut();
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("agent", agent.agentId());
      object.put("host", agent.host().toString());
      object.put("stateBytes", stateBytes);
      object.put("stays", home.hops().size());
      object.put("file", out.map(Path::toString).orElse(null));
      JsonOption.print(printer, object);
    } else {
      printer.println(
          String.format(
              Locale.ROOT,
              "Agent %s was called back with %,d bytes of state and %d signed stays.",
              agent.agentId(),
              stateBytes,
              home.hops().size()));
      printer.flush();
    }
    return ExitCode.DONE.code();
  }
}
