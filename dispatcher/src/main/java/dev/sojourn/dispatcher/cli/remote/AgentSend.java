package dev.sojourn.dispatcher.cli.remote;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `agent send`: sends a package to the host that it was packed for.
@Command(
    name = "send",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Send a packed agent to the host that it was packed for.",
      "",
      "Prints the agent's address there, as atp://HOST:PORT/#AGENT-ID, for 'visit show', 'visit"
          + " message' and 'visit retract'. Sending the same package again makes no second agent."
          + " 'visit ls' lists what was sent: a line in KEY.sent for each."
    },
    footer = {
      "",
      "Exit code 0 if the host has the agent on disk, 3 if it does not take it, 4 if it did not"
          + " answer, 5 if it does not trust the key.",
      "",
      "Example:",
      "  ${ROOT-COMMAND-NAME} agent send indexer.agent --key owner.key"
    })
public final class AgentSend implements Callable<Integer> {
  private static final int MAX_BYTES = 64 * 1024 * 1024;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Mixin private JsonOption json = new JsonOption();

  @Mixin private RemoteOptions remote = new RemoteOptions();

  @Mixin private RetryOptions retries = new RetryOptions();

  @Parameters(
      index = "0",
      paramLabel = "FILE",
      description = "A package, as `agent pack` makes it.")
  private Path file = Path.of("");

  /// Creates the command, for picocli.
  public AgentSend() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    var agentPackage = read();
    var passport = passport(agentPackage);
    var agent = new AgentUri(passport.audience(), passport.agentId());
    var outcome =
        remote.ask(agent.host(), retries.policy(), host -> host.dispatch(agentPackage, true));
    boolean codeSent = Refusals.accepted(outcome, agent, remote.key()).codeSent();
    SentAgents.beside(remote.key())
        .add(
            new SentAgents.Sent(
                agent.toString(),
                passport.scope().origin(),
                Instant.now().toString(),
                hosts(passport)))
        .ifPresent(spec.commandLine().getErr()::println);
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      var object = new LinkedHashMap<String, Object>();
      object.put("agent", agent.agentId());
      object.put("host", agent.host().toString());
      object.put("uri", agent.toString());
      object.put("codeSent", codeSent);
      object.put("wireBytes", outcome.wireBytes().total());
      JsonOption.print(out, object);
    } else {
      out.println(agent);
      out.flush();
    }
    return ExitCode.DONE.code();
  }

  /// The hosts after the first. A search asks these hosts if the first host is gone.
  private static List<String> hosts(Passport passport) {
    return passport.legs().stream()
        .flatMap(leg -> leg.stops().stream())
        .map(stop -> stop.host().toString())
        .toList();
  }

  private AgentPackage read() throws IOException {
    if (!Files.exists(file)) {
      throw new CommandException(
          ExitCode.FAILED, "There is no package " + file + "; make one with: sojourn agent pack");
    }
    return switch (new PackageReader(PackageLimits.DEFAULT)
        .read(Bytes.wrap(RegularFile.read(file, MAX_BYTES)))) {
      case PackageReading.Garbled garbled -> throw noPackage(garbled.sentence());
      case PackageReading.Read read -> read.agentPackage();
    };
  }

  private Passport passport(AgentPackage agentPackage) {
    try {
      return Passport.read(agentPackage.passport().payload());
    } catch (JsonException _) {
      throw noPackage("its passport cannot be read");
    }
  }

  private CommandException noPackage(String why) {
    return new CommandException(
        ExitCode.FAILED,
        "%s is no package that can be sent: %s; see 'sojourn agent inspect %s'."
            .formatted(file, Messages.withoutStop(why), file));
  }
}
