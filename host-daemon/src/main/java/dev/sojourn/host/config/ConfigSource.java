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

/// The source of one reading of a configuration.
///
/// @param file its name, for messages
/// @param environment of the process
/// @param now the time
/// @param errors found so far
/// @param warnings sentences about settings that work, and should not stay so
/// @param askedVariables the environment variables that mean something
/// @param paths of the daemon's own files and directories that are named, the configuration among
///   them; roots of sites are not
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

  /// Warns of certificates that are not good now, or not for long.
  void checkDates(Path certificates) throws IOException {
    CertificateDates.read(certificates).concern(now).ifPresent(warnings::add);
  }

  /// The paths that no site may serve.
  PrivatePaths privatePaths() {
    return new PrivatePaths(paths.stream().map(NamedPath::path).toList());
  }
}
