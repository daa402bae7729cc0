package dev.sojourn.lab.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// The search for programs of this machine.
public final class InstalledProgram {
  private InstalledProgram() {}

  /// {@return whether a command line can begin with a word}
  ///
  /// @param word the name of a program on PATH, or the absolute path of a file; no relative one,
  ///   since each run has a folder of its own
  public static boolean isThere(String word) {
    if (word.contains("/")) {
      return path(word).filter(Path::isAbsolute).filter(InstalledProgram::isProgram).isPresent();
    }
    var folders = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(folders.split(File.pathSeparator))
        .flatMap(folder -> path(folder).stream())
        .flatMap(folder -> path(word).map(folder::resolve).stream())
        .anyMatch(InstalledProgram::isProgram);
  }

  private static boolean isProgram(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  private static Optional<Path> path(String text) {
    try {
      return Optional.of(Path.of(text));
    } catch (InvalidPathException _) {
      return Optional.empty();
    }
  }
}
