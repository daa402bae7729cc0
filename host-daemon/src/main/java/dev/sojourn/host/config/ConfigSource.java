package dev.sojourn.host.config;

import dev.sojourn.atp.tls.CertificateDates;
import dev.sojourn.visit.content.PrivatePaths;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The inputs and results of reading a configuration once.
///
/// @param file the name of the file, for messages
/// @param environment the environment of the process
/// @param now the time
/// @param errors the errors found so far
/// @param warnings sentences about settings that work but should be changed
/// @param askedVariables the environment variables that the configuration uses
/// @param paths the daemon's own files and directories that are named, including the configuration;
///   roots of sites are excluded
record ConfigSource(
    String file,
    Map<String, String> environment,
    Instant now,
    List<ConfigError> errors,
    List<String> warnings,
    Set<String> askedVariables,
    List<NamedPath> paths) {

  static ConfigSource of(String file, Map<String, String> environment, Instant now) {
    return new ConfigSource(
        file,
        environment,
        now,
        new ArrayList<>(),
        new ArrayList<>(),
        new HashSet<>(),
        new ArrayList<>());
  }

  /// Warns of certificates that are not valid now or will expire soon.
  void checkDates(Path certificates) throws IOException {
    CertificateDates.read(certificates).concern(now).ifPresent(warnings::add);
  }

  /// The paths that no site may serve.
  PrivatePaths privatePaths() {
    return new PrivatePaths(paths.stream().map(NamedPath::path).toList());
  }
}
