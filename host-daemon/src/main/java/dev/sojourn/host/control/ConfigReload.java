package dev.sojourn.host.control;

import java.util.List;

/// The reading of the configuration anew, for signal and command alike.
@FunctionalInterface
public interface ConfigReload {

  /// {@return how it came out} A configuration that is wrong changes nothing.
  Outcome reload();

  /// The outcome of a reload.
  sealed interface Outcome {}

  /// The configuration is in use.
  ///
  /// @param later keys whose new values count only from the next start on
  /// @param warnings about settings that work, and should not stay so
  record Taken(List<String> later, List<String> warnings) implements Outcome {
    /// Copies the lists.
    public Taken {
      later = List.copyOf(later);
      warnings = List.copyOf(warnings);
    }
  }

  /// All stays as it was.
  ///
  /// @param errors one line each, with file, line and column if they have a place
  record Kept(List<String> errors) implements Outcome {
    /// Copies the list.
    public Kept {
      errors = List.copyOf(errors);
    }
  }
}
