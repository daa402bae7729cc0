package dev.sojourn.host.command.signer;

import static dev.sojourn.host.command.option.DaemonOption.text;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.ProgramVersion;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.Quantity;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.command.option.DaemonOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `host ban`: refuses the agents of a signer from now on.
@Command(
    name = "ban",
    mixinStandardHelpOptions = true,
    versionProvider = ProgramVersion.class,
    sortOptions = false,
    description =
        "Ban a signer at a running daemon: their visits end, and their agents are refused. A ban"
            + " outlasts a restart; 'host allow' lifts it. It holds at once, also where the disk"
            + " takes nothing.",
    footer = {
      "",
      "Exit code 6 if it holds and is not on disk yet.",
      "",
      "Example:",
      "  ${COMMAND-FULL-NAME} --config host.toml crawler.example --for 2h --reason \"too many"
          + " pages\""
    })
public final class HostBan implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private DaemonOption daemon = new DaemonOption();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      paramLabel = "SIGNER",
      description = "A name of [[trust]], the thumbprint of a key, or the URL that publishes keys.")
  private String signer = "";

  @Option(
      names = "--for",
      paramLabel = "TIME",
      description = "End the ban after this time, as \"90s\", \"2h\" or \"7d\" (default: never).")
  private Optional<String> time = Optional.empty();

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "Why; 'host bans' shows it. At most 500 characters.")
  private Optional<String> reason = Optional.empty();

  /// Creates the command; picocli does the rest.
  public HostBan() {}

  @Override
  public Integer call() {
    var why = reason.map(ForeignText::of);
    if (why.filter(text -> text.exceeds(ControlRequest.MAX_REASON_CHARS)).isPresent()) {
      throw new CommandException(
          ExitCode.USAGE, "--reason: found more than 500 characters (expected: a short reason).");
    }
    var end =
        daemon.ask(
            new ControlRequest.BanSigner(ForeignText.of(signer), time.map(HostBan::duration), why),
            _ -> {});
    var sentence =
        "%s is banned%s. %s ended."
            .formatted(
                text(end, "banned"),
                end.has("until") ? " until " + text(end, "until") : "",
                Messages.count(end.path("ended").asLong(), "visit"));
    return DaemonOption.printChange(end, sentence, json, spec.commandLine());
  }

  private static Duration duration(String text) {
    return Quantity.duration(text.replaceFirst("^([0-9]+)([a-z]+)$", "$1 $2"))
        .filter(d -> d.toSeconds() >= 1 && d.compareTo(ControlRequest.LONGEST_BAN) <= 0)
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.USAGE,
                    "--for: found '%s' (expected: a time from 1s to 3660d, as 90s, 30min, 2h, 7d)."
                        .formatted(text)));
  }
}
