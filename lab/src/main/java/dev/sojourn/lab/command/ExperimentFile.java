package dev.sojourn.lab.command;

import dev.sojourn.base.cli.CommandException;
import dev.sojourn.base.cli.CommandRun;
import dev.sojourn.base.cli.ExitCode;
import dev.sojourn.lab.experiment.ExperimentReader;
import dev.sojourn.lab.experiment.ExperimentReading;
import java.io.IOException;
import java.nio.file.Path;

/// Reads the file that a command names.
final class ExperimentFile {
  private ExperimentFile() {}

  /// Reads a file.
  ///
  /// @throws CommandException with exit code 2 if it cannot be read
  static ExperimentReading read(Path file) {
    try {
      return ExperimentReader.read(file);
    } catch (IOException e) {
      throw new CommandException(ExitCode.USAGE, CommandRun.sentence(e));
    }
  }
}
