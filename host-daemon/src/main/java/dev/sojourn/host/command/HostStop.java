package dev.sojourn.host.command;

import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host stop`: ends visits at a running daemon.
@Command(
    name = "stop",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description = {
      "End visits at a running daemon. Their owners can collect what was found up to the last"
          + " checkpoints.",
      "",
      "The signers stay trusted and can send agents again: 'host ban' is against that."
    },
    footer = {
      "",
      "Exit code 1 if there is no such visit, 6 if some visits were not ended: their ends could"
          + " not be kept, or the next hosts of their agents may have them already.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml --signer crawler.example"
    })
final class HostStop implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @ArgGroup(multiplicity = "1")
  private Meant meant = new Meant();

  /// The visits to stop: one, those of a signer, or all.
  static final class Meant {
    @Parameters(paramLabel = "ID", description = "The id of the agent, or the beginning of it.")
    private Optional<String> id = Optional.empty();

    @Option(
        names = "--signer",
        paramLabel = "SIGNER",
        description = "All visits of this signer: a name of [[trust]], a thumbprint or a URL.")
    private Optional<String> signer = Optional.empty();

    @Option(names = "--all", description = "All visits.")
    private boolean all;

    private ControlRequest request() {
      return all
          ? new ControlRequest.StopAll()
          : id.map(ForeignText::of)
              .<ControlRequest>map(ControlRequest.StopOne::new)
              .orElseGet(() -> new ControlRequest.StopSigner(ForeignText.of(signer.orElse(""))));
    }
  }

  @Override
  public Integer call() {
    var end = daemon.change(meant.request(), json, spec.commandLine().getOut());
    var err = spec.commandLine().getErr();
    err.println(
        "%s stopped in %d ms."
            .formatted(
                Messages.count(end.path("stopped").asLong(), "visit"),
                end.path("milliseconds").asLong()));
    long leaving = end.path("leaving").asLong();
    if (leaving > 0) {
      err.println(
          "%s not ended: the next host, which 'host show' names, may have it already. To have no"
                  .formatted(Messages.count(leaving, "agent"))
              + " more asked of that host, take it out of onward.to and reload.");
    }
    err.flush();
    boolean isWhole = leaving == 0 && end.path("failed").asLong() == 0;
    return (isWhole ? ExitCode.DONE : ExitCode.PARTIAL).code();
  }
}
