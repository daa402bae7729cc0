package dev.sojourn.host.command;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host reload`: makes a running daemon read its configuration again.
@Command(
    name = "reload",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Have a running daemon read its configuration again, as SIGHUP does. It is checked as a"
          + " whole, and taken or refused as a whole.",
      "",
      "The daemon reads the file with which it was started, and its own environment."
    },
    footer = {"", "Exit code 2 if the configuration is wrong; all stays as it was then."})
final class HostReload implements Callable<Integer> {
  private static final int MAX_CHARS = 1_000;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() {
    var end = daemon.ask(new ControlRequest.Reload(), _ -> {});
    var out = spec.commandLine().getOut();
    if (json.isGiven()) {
      JsonOption.print(out, end);
      return 0;
    }
    out.println("The configuration was read again and is in use.");
    end.path("needStart")
        .forEach(
            key ->
                out.println(
                    "Only after the next start: " + ForeignText.of(key.asText()).line(MAX_CHARS)));
    end.path("warnings")
        .forEach(
            warning -> out.println("Warning: " + ForeignText.of(warning.asText()).line(MAX_CHARS)));
    out.flush();
    return 0;
  }
}
