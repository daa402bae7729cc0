package dev.sojourn.app;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The table of decisions in docs/architecture.md: each type that it names exists.
final class ArchitectureDocumentTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern TYPE = Pattern.compile("`([A-Z]\\w+)(?:\\.\\w+)?`");

  @Test
  void everyTypeThatDecidesExists() throws IOException {
    var page = Files.readString(ROOT.resolve("docs/architecture.md"));
    var begin = page.indexOf("## Where it is decided");
    assertThat(begin).isPositive();
    var table = page.substring(begin, page.indexOf("\n## ", begin + 1));

    var named = TYPE.matcher(table).results().map(found -> found.group(1)).collect(toSet());

    assertThat(named).hasSizeGreaterThan(25);
    assertThat(types()).containsAll(named);
  }

  /// The names of the source files of all modules' main code.
  private static Set<String> types() throws IOException {
    try (var files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/main/java/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(toSet());
    }
  }
}
