package dev.sojourn.host.command.release;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `host drop`: drops what visits found.
@Command(
    name = "drop",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "Drop what visits found that are over. It never leaves this host.",
      "",
      "Their owners are told so. The agents' states stay on disk until the visits are forgotten."
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
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @ArgGroup(multiplicity = "1")
  private MeantVisits meant = new MeantVisits();

  @Option(
      names = "--digest",
      paramLabel = "DIGEST",
      description = "With an id: only if what waits has this digest, as 'host held' printed it.")
  private Optional<String> digest = Optional.empty();

  /// Creates the command; picocli does the rest.
  public HostDrop() {}

  @Override
  public Integer call() {
    return meant.decide(false, digest, daemon, json, spec);
  }
}
