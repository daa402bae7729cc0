package dev.sojourn.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The real data that tests and benchmarks read if it is there. It lies beside the repository, not
/// in it: in the directory of the system property `sojourn.data`, or in `shared/data` beside or
/// above the working directory.
public final class SharedData {
  private SharedData() {}

  /// {@return the directory of one kind of data, if this machine has it}
  ///
  /// @param kind name of its directory, as `robots`
  public static Optional<Path> directory(String kind) {
    var given = System.getProperty("sojourn.data");
    if (given != null) {
      return Optional.of(Path.of(given, kind)).filter(Files::isDirectory);
    }
    for (var at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      var candidate = at.resolve("shared/data").resolve(kind);
      if (Files.isDirectory(candidate)) {
        return Optional.of(candidate);
      }
    }
    return Optional.empty();
  }
}
