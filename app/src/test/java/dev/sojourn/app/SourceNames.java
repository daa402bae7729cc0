package dev.sojourn.app;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/// The names of the source files of all modules, for checks of documents.
final class SourceNames {
  static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

  private SourceNames() {}

  /// {@return the names of the types that have a file of their own}
  ///
  /// @param part of the sources, `main` or `test`
  static Set<String> of(String part) throws IOException {
    try (var files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/" + part + "/java/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(toSet());
    }
  }
}
