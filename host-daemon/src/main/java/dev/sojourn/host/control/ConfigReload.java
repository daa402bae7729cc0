package dev.sojourn.host.control;

import java.util.List;

/// Reads the configuration again, after a signal or a command.
@FunctionalInterface
public interface ConfigReload {

  /// {@return the outcome} A wrong configuration changes nothing.
  Outcome reload();

  /// The outcome of a reload.
  sealed interface Outcome {}

  /// The configuration is in use.
  ///
  /// @param later keys whose new values take effect only after the next start
  /// @param warnings sentences about settings that work but should be changed
  record Taken(List<String> later, List<String> warnings) implements Outcome {
    /// Copies the lists.
    public Taken {
      later = List.copyOf(later);
      warnings = List.copyOf(warnings);
    }
  }

  /// The old configuration stays in use.
  ///
  /// @param errors the errors, one line each, with file, line and column if known
  record Kept(List<String> errors) implements Outcome {
    /// Copies the list.
    public Kept {
      errors = List.copyOf(errors);
    }
  }
}
