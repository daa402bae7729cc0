package dev.sojourn.app.whole;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The file of a small experiment: a generated site of two parts, each with a host of its own.
final class ExperimentText {
  static final int PAGES = 40;

  private static final String TEXT =
      """
      name = "whole"
      question = "Do all the counts agree?"
      repetitions = 1
      [site]
      kind = "generated"
      pages = %d
      page-bytes = "4 KiB"
      parts = 2
      leaving = 0.1
      [hosts]
      count = 2
      [hosts.limits]
      workers = 1
      spare-workers = 0
      """
          .formatted(PAGES);

  private ExperimentText() {}

  /// Writes it with further lines: links, crawls and faults.
  static Path write(Path folder, String rest) throws IOException {
    return Files.writeString(folder.resolve("whole.toml"), TEXT + rest);
  }
}
