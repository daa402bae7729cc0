package dev.sojourn.host.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host drain`: stops a running daemon from accepting further agents.
@Command(
    name = "drain",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Have a running daemon take no further agents in; their owners are asked to come back. Visits"
          + " that are here go on to their ends, and their owners can collect.",
      "",
      "A restart ends it."
    },
    footer = {"", "Example:", "  ${COMMAND-FULL-NAME} --config host.toml --wait"})
final class HostDrain implements Callable<Integer> {
  private static final Duration ASK_EVERY = Duration.ofMillis(500);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Option(names = "--wait", description = "Return when no visit waits or runs any more.")
  private boolean wait;

  @Option(names = "--off", description = "Take agents in again.")
  private boolean off;

  @Override
  public Integer call() throws InterruptedException {
    var end = drain(Optional.of(!off));
    while (wait && !off && end.path("left").asLong() > 0) {
      Thread.sleep(ASK_EVERY);
      end = drain(Optional.empty());
    }
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, end);
      return 0;
    }
    out.printf(
        "%s %s here.%n",
        off ? "Agents are taken in again." : "No further agents are taken in.",
        Messages.count(end.path("left").asLong(), "visit"));
    out.flush();
    return 0;
  }

  private JsonNode drain(Optional<Boolean> takesNone) {
    return daemon.ask(new ControlRequest.Drain(takesNone), _ -> {});
  }
}
