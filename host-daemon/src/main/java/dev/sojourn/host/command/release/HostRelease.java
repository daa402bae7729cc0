package dev.sojourn.host.command.release;

import dev.sojourn.base.cli.ProgramVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// `host release`: releases held results of visits.
@Command(
    name = "release",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Let leave what visits found that are over. Their owners can collect it from then on.",
      "",
      "The audit log keeps the digest of what was released."
    },
    footer = {
      "",
      "Exit code 1 if no such visit waits, or its findings have another digest.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml 7f3a"
    })
public final class HostRelease implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DecisionOptions options = new DecisionOptions();

  /// Creates the command; picocli does the rest.
  public HostRelease() {}

  @Override
  public Integer call() {
    return options.decide(true, spec);
  }
}
