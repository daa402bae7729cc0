package dev.sojourn.host.command.option;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.cli.Messages;
import dev.sojourn.base.text.Plain;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.control.ControlClient;
import dev.sojourn.host.control.ControlRequest;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.Consumer;
import picocli.CommandLine.Option;

/// The running daemon that a command means, as a picocli mixin: the one that runs with the data
/// directory of a configuration.
public final class DaemonOption {
  private static final int MAX_CHARS = 2_000;

  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The configuration with which the daemon runs; only its data counts here.")
  private Path file = Path.of("host.toml");

  /// Creates the option; picocli does the rest.
  public DaemonOption() {}

  /// Asks the daemon to change something, and prints what became of each visit.
  ///
  /// @param request what is asked
  /// @param json whether visits are printed as JSON
  /// @param out where they are printed
  /// @return the end of the answer
  public JsonNode change(ControlRequest request, JsonOption json, PrintWriter out) {
    var end =
        ask(
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
    return end;
  }

  /// Asks the daemon.
  ///
  /// @param request what is asked
  /// @param items takes the items of its answer as they come
  /// @return the end of the answer
  public JsonNode ask(ControlRequest request, Consumer<JsonNode> items) {
    return new ControlClient(data()).ask(request, items);
  }

  private Path data() {
    try {
      return ConfigReader.data(file, System.getenv())
          .orElseThrow(
              () ->
                  new CommandException(
                      ExitCode.USAGE,
                      file
                          + ": data: found nothing (expected: the directory of the daemon that"
                          + " runs)"));
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE, "The configuration cannot be read: " + Messages.clause(e) + ".");
    }
  }

  /// {@return the text of a member, fit for a terminal}
  ///
  /// @param json an object
  /// @param member its name
  public static String text(JsonNode json, String member) {
    return Plain.line(json.path(member).asText(), MAX_CHARS);
  }
}
