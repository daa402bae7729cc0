package dev.sojourn.lab.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Deletes folders of runs.
final class Folders {
  private Folders() {}

  /// Deletes a folder with its content. Links are not followed.
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    List<Path> all;
    try (var paths = Files.walk(folder)) {
      all = paths.toList();
    }
    for (var path : all.reversed()) {
      Files.deleteIfExists(path);
    }
  }

  /// Deletes a folder that is empty.
  static void deleteIfEmpty(Path folder) throws IOException {
    try (var entries = Files.newDirectoryStream(folder)) {
      if (entries.iterator().hasNext()) {
        return;
      }
    }
    Files.delete(folder);
  }
}
