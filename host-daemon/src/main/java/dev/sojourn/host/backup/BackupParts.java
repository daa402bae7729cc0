package dev.sojourn.host.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/// The parts of a backup as files of a directory and its subdirectories. Links are not followed.
final class BackupParts {
  private BackupParts() {}

  /// Returns the regular files, sorted.
  static List<Path> files(Path directory) throws IOException {
    try (var all = Files.walk(directory)) {
      return all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
          .sorted()
          .toList();
    }
  }

  /// Deletes a directory and its content, if it exists.
  static void delete(Path directory) throws IOException {
    if (Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      deleteContent(directory);
      Files.delete(directory);
    }
  }

  /// Deletes the content of a directory.
  static void deleteContent(Path directory) throws IOException {
    try (var all = Files.walk(directory)) {
      for (var file : all.sorted(Comparator.reverseOrder()).toList()) {
        if (!file.equals(directory)) {
          Files.delete(file);
        }
      }
    }
  }
}
