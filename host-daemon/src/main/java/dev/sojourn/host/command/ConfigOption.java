package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.base.toml.TomlError;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.ConfigReading;
import dev.sojourn.host.config.HostConfig;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import picocli.CommandLine.Option;

/// The option `--config`, as a picocli mixin.
final class ConfigOption {
  @Option(
      names = "--config",
      required = true,
      paramLabel = "FILE",
      description = "The daemon's configuration (TOML); docs/configuration.md lists its keys.")
  private Path file = Path.of("host.toml");

  /// Creates the option with a given file.
  static ConfigOption of(Path file) {
    var option = new ConfigOption();
    option.file = file;
    return option;
  }

  /// Reads the configuration. An invalid configuration ends the command with all errors.
  HostConfig read() {
    return valid().config();
  }

  /// Reads the configuration with warnings about its values and about the current user.
  ConfigReading.Valid valid() {
    try {
      return switch (ConfigReader.read(file, System.getenv(), Instant.now())) {
        case ConfigReading.Valid(var config, var warnings) -> {
          var all = new ArrayList<>(warnings);
          ProcessUser.current().warning(config.data()).ifPresent(all::add);
          yield new ConfigReading.Valid(config, all);
        }
        case ConfigReading.Invalid invalid ->
            throw new CommandException(
                ExitCode.USAGE, invalid.errors().stream().map(TomlError::toString).toList());
      };
    } catch (NoSuchFileException _) {
      throw new CommandException(
          ExitCode.USAGE,
          "There is no configuration file " + file + "; docs/operate.md shows one to begin with.");
    } catch (AccessDeniedException _) {
      throw new CommandException(
          ExitCode.USAGE,
          "This user may not read the configuration %s; be the user of the daemon, as with 'runuser"
                  .formatted(file)
              + " -u sojourn --', or one who may.");
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.USAGE,
          "The configuration "
              + file
              + " cannot be read ("
              + Messages.clause(e)
              + "); name a TOML file with --config.");
    }
  }

  Path file() {
    return file;
  }
}
