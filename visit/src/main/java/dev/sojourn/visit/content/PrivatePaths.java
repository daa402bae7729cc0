package dev.sojourn.visit.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The files of a daemon that no site may serve: its data, its keys, its configuration.
///
/// Links are resolved on both sides each time, since both may be changed while the daemon runs.
///
/// @param paths directories and files; paths that do not exist yet count too
public record PrivatePaths(List<Path> paths) {
  /// No place at all.
  public static final PrivatePaths NONE = new PrivatePaths(List.of());

  /// Copies the list.
  public PrivatePaths {
    paths = List.copyOf(paths);
  }

  /// {@return the first of these places that lies in a folder, or in which the folder lies}
  ///
  /// @param folder that is to be served; a place that is the folder itself counts
  /// @throws IOException if links cannot be resolved
  public Optional<Path> overlapping(Path folder) throws IOException {
    var served = resolved(folder);
    for (var path : paths) {
      var own = resolved(path);
      if (own.startsWith(served) || served.startsWith(own)) {
        return Optional.of(path);
      }
    }
    return Optional.empty();
  }

  /// The path without links, as far as it is there.
  private static Path resolved(Path path) throws IOException {
    var there = path.toAbsolutePath().normalize();
    var missing = Path.of("");
    while (!Files.exists(there) && there.getParent() != null && there.getFileName() != null) {
      missing = there.getFileName().resolve(missing);
      there = there.getParent();
    }
    return there.toRealPath().resolve(missing).normalize();
  }
}
