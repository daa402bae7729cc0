package dev.sojourn.host.command.signer;

import static dev.sojourn.host.command.option.DaemonOption.text;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host allow`: lifts a ban, or trusts a signer whom the configuration does not name.
@Command(
    name = "allow",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    description = {
      "Lift the ban of a signer at a running daemon. A signer who is not banned, and whom the"
          + " configuration does not name, is trusted from now on.",
      "",
      "That outlasts a restart. The configuration is not rewritten; 'host check' shows both."
    },
    footer = {
      "",
      "Exit code 6 if it holds and is not on disk yet.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml https://crawler.example"
    })
public final class HostAllow implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "SIGNER",
      description =
          "As it was banned, or as 'host ps --refused' names it: the thumbprint of a key, or the"
              + " URL that publishes keys.")
  private String signer = "";

  /// Creates the command; picocli does the rest.
  public HostAllow() {}

  @Override
  public Integer call() {
    var end = daemon.ask(new ControlRequest.AllowSigner(ForeignText.of(signer)), _ -> {});
    return DaemonOption.printChange(
        end, text(end, "allowed") + ": " + text(end, "change") + ".", json, spec.commandLine());
  }
}
