package dev.sojourn.host.config;

import dev.sojourn.host.content.PrivatePaths;
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
/// @param paths of the daemon's own files and directories that are named, the configuration among
///   them; roots of sites are not
record ConfigSource(
    String file,
    Map<String, String> environment,
    List<ConfigError> errors,
    Set<String> askedVariables,
    List<NamedPath> paths) {

  static ConfigSource of(String file, Map<String, String> environment) {
    return new ConfigSource(
        file, environment, new ArrayList<>(), new HashSet<>(), new ArrayList<>());
  }

  /// What no site may serve.
  PrivatePaths privatePaths() {
    return new PrivatePaths(paths.stream().map(NamedPath::path).toList());
  }
}
