package dev.sojourn.host.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.audit.AuditChain;
import dev.sojourn.host.audit.AuditEnd;
import dev.sojourn.host.audit.AuditLog;
import dev.sojourn.host.store.OwnHostKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/// The place of an audit log, as a picocli mixin: `--config`, or `--dir` for a copy of the log.
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
  /// @param hostKey the thumbprint of the host's key; empty if unknown
  /// @param end the last checkpoint that the host recorded; empty for a copy
  record Found(Path directory, Optional<String> hostKey, Optional<AuditChain> end) {}

  /// Finds the log. A missing log ends the command.
  Found find() throws IOException {
    if (config.isPresent() == directory.isPresent()) {
      throw new CommandException(ExitCode.USAGE, "Name one of --config FILE and --dir DIR.");
    }
    var found =
        directory.isPresent()
            ? new Found(directory.get(), Optional.empty(), Optional.empty())
            : ofHost(ConfigOption.of(config.get()).read().data());
    if (!Files.isDirectory(found.directory())) {
      throw new CommandException(
          ExitCode.FAILED,
          missing(found.directory(), found.end().map(AuditChain::number).orElse(0L)));
    }
    return found;
  }

  /// The message for a missing log.
  static String missing(Path directory, long written) {
    return written == 0
        ? "There is no audit log in %s; a daemon makes it at its first start.".formatted(directory)
        : "There is no audit log in %s, and this host wrote at least %s. Put a copy back."
            .formatted(directory, Messages.count(written, "line"));
  }

  private static Found ofHost(Path data) throws IOException {
    var directory = AuditLog.directory(data);
    return new Found(directory, OwnHostKey.read(data), AuditEnd.read(directory));
  }
}
