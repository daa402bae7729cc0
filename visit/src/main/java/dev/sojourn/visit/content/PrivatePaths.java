package dev.sojourn.visit.content;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The files of a daemon that no site may serve: its data, its keys, its configuration.
///
/// Each check resolves links on both sides, since both may change while the daemon runs.
///
/// @param paths the directories and files; they need not exist yet
public record PrivatePaths(List<Path> paths) {
  /// No private paths.
  public static final PrivatePaths NONE = new PrivatePaths(List.of());

  /// Copies the list.
  public PrivatePaths {
    paths = List.copyOf(paths);
  }

  /// {@return the first private path that is inside a folder or contains it; empty if there is
  /// none}
  ///
  /// @param folder the folder to serve; a private path equal to the folder counts as overlapping
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

  /// The path with links resolved, as far as it exists.
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
