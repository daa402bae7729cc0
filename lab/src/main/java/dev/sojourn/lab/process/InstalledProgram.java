package dev.sojourn.lab.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Searches for programs on this machine.
public final class InstalledProgram {
  private InstalledProgram() {}

  /// {@return whether a word names an executable program}
  ///
  /// @param word the name of a program on PATH, or an absolute path; relative paths are refused,
  ///   since each run has its own folder
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
