package dev.sojourn.dispatcher.cli.agent;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.text.Messages;
import dev.sojourn.dispatcher.agent.AgentCode;
import dev.sojourn.dispatcher.cli.option.ParameterOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The option that packs the state of an agent that came home.
final class StateOption {
  @Option(
      names = "--state",
      paramLabel = "FILE",
      description = {
        "A package that came home: its state goes along, so that the agent goes on from there with"
            + " the code of AGENT. It has its parameters already, so they stay as they were if"
            + " no --with is given. 'agent try' shows whether the code reads the state."
      })
  private Optional<Path> file = Optional.empty();

  /// The agent that came home.
  ///
  /// @param bytes the agent's state
  /// @param parameters the parameters of the agent
  record Home(Bytes bytes, Map<String, String> parameters) {
    /// Copies the map.
    Home {
      parameters = Map.copyOf(parameters);
    }

    /// {@return the code, with the present parameters of its agent unless others are given}
    AgentCode of(AgentCode code, ParameterOptions others) {
      return others.isGiven()
          ? others.of(code)
          : new AgentCode(code.entryClass(), code.jar(), parameters);
    }

    Digest digest() {
      return Digest.of(bytes);
    }
  }

  /// {@return the agent that came home; empty for a new agent}
  ///
  /// @throws CommandException if the file is not a package, or has no state
  Optional<Home> read() throws IOException {
    return file.isEmpty() ? Optional.empty() : Optional.of(read(file.get()));
  }

  private static Home read(Path file) throws IOException {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(PackageFile.read(file))) {
      case PackageReading.Garbled garbled ->
          throw new CommandException(
              ExitCode.FAILED,
              "%s is no package: %s.".formatted(file, Messages.withoutStop(garbled.sentence())));
      case PackageReading.Read(var home) -> {
        var state =
            home.state()
                .orElseThrow(
                    () ->
                        new CommandException(
                            ExitCode.FAILED,
                            file
                                + " has no state; an agent gets one at its first checkpoint, and"
                                + " brings it home by: sojourn visit retract"));
        try {
          yield new Home(state, Passport.read(home.passport().payload()).parameters());
        } catch (JsonException e) {
          throw new CommandException(
              ExitCode.FAILED,
              "The passport in " + file + " is malformed: " + e.getMessage() + ".");
        }
      }
    };
  }
}
