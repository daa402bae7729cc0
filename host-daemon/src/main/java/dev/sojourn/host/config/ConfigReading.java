package dev.sojourn.host.config;

import dev.sojourn.base.toml.TomlError;
import java.util.List;

/// The outcome of reading a configuration.
public sealed interface ConfigReading {

  /// The configuration can be used.
  ///
  /// @param config complete with defaults
  /// @param warnings sentences about settings that work but should be changed
  record Valid(HostConfig config, List<String> warnings) implements ConfigReading {
    /// Copies the list.
    public Valid {
      warnings = List.copyOf(warnings);
    }
  }

  /// The configuration cannot be used.
  ///
  /// @param errors all errors, in the order of the file; at least one
  record Invalid(List<TomlError> errors) implements ConfigReading {
    /// Copies the list.
    public Invalid {
      errors = List.copyOf(errors);
    }
  }
}
