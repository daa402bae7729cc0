package dev.sojourn.host.command.release;

import static dev.sojourn.host.command.option.DaemonOption.text;

import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.host.command.option.DaemonOption;
import dev.sojourn.host.control.ControlRequest;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// The visits that a decision is about: exactly one of three.
final class MeantVisits {
  @Parameters(paramLabel = "ID", description = "The id of the agent, or the beginning of it.")
  private Optional<String> id = Optional.empty();

  @Option(
      names = "--signer",
      paramLabel = "SIGNER",
      description = "All that wait of this signer: a name of [[trust]], or a thumbprint.")
  private Optional<String> signer = Optional.empty();

  @Option(names = "--all", description = "All that wait.")
  private boolean all;

  /// Asks a daemon to carry the decision out, and prints what became of each visit.
  int decide(
      boolean isReleased,
      Optional<String> digest,
      DaemonOption daemon,
      JsonOption json,
      CommandSpec spec) {
    var request =
        all
            ? new ControlRequest.Decide(
                isReleased, Optional.empty(), Optional.empty(), Optional.empty())
            : new ControlRequest.Decide(isReleased, id, signer, digest);
    var out = spec.commandLine().getOut();
    var end =
        daemon.ask(
            request,
            visit -> {
              if (json.isGiven()) {
                JsonOption.print(out, visit);
              } else {
                out.println(
                    text(visit, "id")
                        + " of "
                        + text(visit, "signer")
                        + ": "
                        + text(visit, "state"));
              }
            });
    out.flush();
    var word = isReleased ? "released" : "dropped";
    var err = spec.commandLine().getErr();
    err.println(Messages.count(end.path(word).asLong(), "visit") + " " + word + ".");
    err.flush();
    return 0;
  }
}
