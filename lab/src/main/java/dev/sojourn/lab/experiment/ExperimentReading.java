package dev.sojourn.lab.experiment;

import dev.sojourn.base.toml.TomlError;
import java.util.List;

/// The outcome of reading an experiment file.
public sealed interface ExperimentReading {

  /// A file without a mistake.
  ///
  /// @param experiment the experiment in the file
  record Valid(Experiment experiment) implements ExperimentReading {}

  /// A file with mistakes.
  ///
  /// @param errors all mistakes, in the order of the file; at least one
  record Invalid(List<TomlError> errors) implements ExperimentReading {
    /// Copies the list.
    public Invalid {
      errors = List.copyOf(errors);
    }
  }
}
