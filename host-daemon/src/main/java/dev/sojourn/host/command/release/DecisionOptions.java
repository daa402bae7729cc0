package dev.sojourn.host.command.release;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The options of a decision about held results of visits, as a picocli mixin.
final class DecisionOptions {
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @ArgGroup(multiplicity = "1")
  private Meant meant = new Meant();

  @Option(
      names = "--digest",
      paramLabel = "DIGEST",
      description = "With an id: only if what waits has this digest, as 'host held' printed it.")
  private Optional<String> digest = Optional.empty();

  /// The visits of the decision: one, those of a signer, or all.
  static final class Meant {
    @Parameters(paramLabel = "ID", description = "The id of the agent, or the beginning of it.")
    private Optional<String> id = Optional.empty();

    @Option(
        names = "--signer",
        paramLabel = "SIGNER",
        description = "All that wait of this signer: a name of [[trust]], or a thumbprint.")
    private Optional<String> signer = Optional.empty();

    @Option(names = "--all", description = "All that wait.")
    private boolean all;
  }

  /// Sends the decision to the daemon, and prints the new state of each visit.
  int decide(boolean isReleased, CommandSpec spec) {
    if (digest.isPresent() && meant.id.isEmpty()) {
      throw new CommandException(
          ExitCode.USAGE,
          "--digest is about one visit: give its id in place of --signer or --all.");
    }
    var request =
        new ControlRequest.Decide(
            isReleased,
            meant.id.map(ForeignText::of),
            meant.all ? Optional.empty() : meant.signer.map(ForeignText::of),
            digest);
    var end = daemon.change(request, json, spec.commandLine().getOut());
    var word = isReleased ? "released" : "dropped";
    var err = spec.commandLine().getErr();
    err.println(Messages.count(end.path(word).asLong(), "visit") + " " + word + ".");
    err.flush();
    return 0;
  }
}
