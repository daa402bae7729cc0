package dev.sojourn.host.audit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// The files of an audit log. The name of each has the number of its first line, so the names sort
/// in the order of the lines.
final class AuditSegments {
  private static final Pattern NAME = Pattern.compile("audit-([0-9]{15})\\.jsonl");

  private AuditSegments() {}

  /// The segments of a directory, in the order of their lines.
  static List<Path> in(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .filter(file -> NAME.matcher(file.getFileName().toString()).matches())
          .sorted()
          .toList();
    }
  }

  /// Deletes empty files. A crash or a disk failure may leave them; the log continues in the file
  /// before them.
  static void removeEmpty(Path directory) throws IOException {
    for (var segment : in(directory)) {
      if (Files.size(segment) == 0) {
        Files.delete(segment);
      }
    }
  }

  static Path named(Path directory, long first) {
    return directory.resolve("audit-%015d.jsonl".formatted(first));
  }

  /// The number of the first line.
  static long first(Path segment) {
    var name = NAME.matcher(segment.getFileName().toString());
    if (!name.matches()) {
      throw new IllegalArgumentException("segment: " + segment + " (expected: audit-….jsonl)");
    }
    return Long.parseLong(name.group(1));
  }
}
