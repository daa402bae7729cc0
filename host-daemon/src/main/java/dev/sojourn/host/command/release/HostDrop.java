package dev.sojourn.host.command.release;

import dev.sojourn.base.cli.ProgramVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host drop`: drops held results of visits.
@Command(
    name = "drop",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Drop what visits found that are over. It never leaves this host.",
      "",
      "Their owners learn so. The agents' states stay on disk until the visits are forgotten."
    },
    footer = {
      "",
      "Exit code 1 if no such visit waits, or its findings have another digest.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml 7f3a"
    })
public final class HostDrop implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DecisionOptions options = new DecisionOptions();

  /// Creates the command; picocli does the rest.
  public HostDrop() {}

  @Override
  public Integer call() {
    return options.decide(false, spec);
  }
}
