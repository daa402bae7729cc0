package dev.sojourn.host.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What one reading of a configuration works on.
///
/// @param file its name, for messages
/// @param environment of the process
/// @param errors found so far
/// @param askedVariables the environment variables that mean something
record ConfigSource(
    String file,
    Map<String, String> environment,
    List<ConfigError> errors,
    Set<String> askedVariables) {

  static ConfigSource of(String file, Map<String, String> environment) {
    return new ConfigSource(file, environment, new ArrayList<>(), new HashSet<>());
  }
}
