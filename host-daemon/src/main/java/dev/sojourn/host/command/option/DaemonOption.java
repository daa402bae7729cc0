package dev.sojourn.host.command.option;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.cli.JsonOption;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.control.ControlClient;
import dev.sojourn.control.ControlRequest;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/// The running daemon of a command, as a picocli mixin. The data directory of the configuration
/// identifies the daemon.
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

  /// Asks the daemon for a change, and prints the new state of each visit.
  ///
  /// @param request the request
  /// @param json whether visits are printed as JSON
  /// @param out prints the visits
  /// @return the last part of the answer
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

  /// Sends a request to the daemon.
  ///
  /// @param request the request
  /// @param items receives the items of the answer as they arrive
  /// @return the last part of the answer
  public JsonNode ask(ControlRequest request, Consumer<JsonNode> items) {
    return new ControlClient(data()).ask(request, items);
  }

  /// {@return the data directory} The rest of the configuration may have errors.
  ///
  /// @throws CommandException if the configuration cannot be read, or names no directory
  public Path data() {
    try {
      var data = ConfigReader.data(file, System.getenv());
      if (data.isEmpty()) {
        throw new CommandException(ExitCode.USAGE, noData());
      }
      return data.get();
    } catch (AccessDeniedException _) {
      throw new CommandException(
          ExitCode.USAGE,
          "This user may not read the configuration %s; be the user of the daemon, as with 'runuser"
                  .formatted(file)
              + " -u sojourn --', or one who may.");
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE, "The configuration cannot be read: " + Messages.clause(e) + ".");
    }
  }

  /// Adds syntax errors of the file, since a key after a syntax error is not found.
  private List<String> noData() throws IOException {
    var mistakes =
        ConfigReader.read(file, System.getenv(), Instant.now())
                instanceof ConfigReading.Invalid(var errors)
            ? errors.stream().filter(error -> error.key().equals(TomlError.TOML))
            : Stream.<TomlError>empty();
    var nothing = file + ": data: found nothing (expected: the directory of the daemon's data)";
    return Stream.concat(mistakes.map(TomlError::toString), Stream.of(nothing)).toList();
  }

  /// Prints the result of a change of trust, with a warning if the change is not yet on disk.
  ///
  /// @param end the last part of the answer
  /// @param sentence the result as a sentence
  /// @param json whether the result is printed as JSON
  /// @param command the command that prints
  /// @return the exit code: 6 if the change is in use but not yet on disk
  public static int printChange(
      JsonNode end, String sentence, JsonOption json, CommandLine command) {
    boolean isUnkept = end.has("unkept");
    if (json.isGiven()) {
      JsonOption.print(command.getOut(), end);
    } else {
      command.getOut().println(sentence);
      command.getOut().flush();
      if (isUnkept) {
        command
            .getErr()
            .printf(
                "It holds now, but is not kept over a restart: %s. The daemon tries again.%n",
                text(end, "unkept"));
        command.getErr().flush();
      }
    }
    return (isUnkept ? ExitCode.PARTIAL : ExitCode.DONE).code();
  }

  /// {@return the text of a member, safe to print on a terminal}
  ///
  /// @param json an object
  /// @param member the name of the member
  public static String text(JsonNode json, String member) {
    return ForeignText.of(json.path(member).asText()).line(MAX_CHARS);
  }
}
