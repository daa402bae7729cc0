package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.store.OwnHostKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The place of an audit log, as a picocli mixin: `--config`, or `--dir` for a copy of it.
final class AuditPlace {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The daemon's configuration; its data directory has the log.")
  private Optional<Path> config = Optional.empty();

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "The directory with the files of the log, as a copy of DATA/audit.")
  private Optional<Path> directory = Optional.empty();

  /// A log and the key of its host.
  ///
  /// @param hostKey a thumbprint; empty where it is not known
  record Found(Path directory, Optional<String> hostKey) {}

  /// The log, or the end of the command where there is none.
  Found find() throws IOException {
    if (config.isPresent() == directory.isPresent()) {
      throw new CommandException(ExitCode.USAGE, "Name one of --config FILE and --dir DIR.");
    }
    var found =
        directory.isPresent()
            ? new Found(directory.get(), Optional.empty())
            : ofHost(ConfigOption.of(config.get()).read().data());
    if (!Files.isDirectory(found.directory())) {
      throw new CommandException(
          ExitCode.FAILED,
          "There is no audit log in %s; a daemon makes it at its first start."
              .formatted(found.directory()));
    }
    return found;
  }

  private static Found ofHost(Path data) throws IOException {
    return new Found(AuditLog.directory(data), OwnHostKey.read(data));
  }
}
