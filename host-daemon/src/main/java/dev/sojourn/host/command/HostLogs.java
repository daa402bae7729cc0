package dev.sojourn.host.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host logs`: prints the last log lines of a running daemon.
@Command(
    name = "logs",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description =
        "Print the last lines of the log of a running daemon, which keeps 1,000 of them in memory.")
final class HostLogs implements Callable<Integer> {
  private static final int MAX_CHARS = 10_000;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Option(
      names = {"-n", "--lines"},
      paramLabel = "N",
      defaultValue = "100",
      description = "How many lines, 0 to 1,000 (default: ${DEFAULT-VALUE}).")
  private int lines;

  @Option(
      names = {"-f", "--follow"},
      description = "Go on with the lines to come, until the daemon or this command ends.")
  private boolean follow;

  @Override
  public Integer call() {
    if (lines < 0 || lines > ControlRequest.MAX_LINES) {
      throw new CommandException(
          ExitCode.USAGE,
          "--lines: found %d (expected: a whole number from 0 to %,d)."
              .formatted(lines, ControlRequest.MAX_LINES));
    }
    var _ = daemon.ask(new ControlRequest.Logs(lines, follow), this::print);
    return 0;
  }

  private void print(JsonNode item) {
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, item);
    } else if (item.has("lost")) {
      var err = spec.commandLine().getErr();
      err.printf(
          "%s left out: this reader was too slow.%n",
          Messages.count(item.path("lost").asLong(), "line"));
      err.flush();
    } else {
      out.println(ForeignText.of(item.path("line").asText()).line(MAX_CHARS));
      out.flush();
    }
  }
}
