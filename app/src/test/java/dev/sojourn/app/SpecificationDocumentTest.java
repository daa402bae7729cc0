package dev.sojourn.app;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page of promises: each row is one sentence, and names tests that exist.
final class SpecificationDocumentTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern ROW =
      Pattern.compile("\\| (\\S.*\\.) \\| (`\\w+`(?:, `\\w+`)*) \\|");

  @Test
  void everyPromiseIsOneSentenceAndNamesItsTests() throws IOException {
    assertThat(rows()).hasSizeGreaterThan(400);
    assertThat(rows())
        .allMatch(row -> ROW.matcher(row).matches())
        .noneMatch(row -> row.matches("\\| .*[.!?] [A-Z].*\\|.*\\|"));
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    var tests = tests();

    assertThat(rows())
        .allSatisfy(
            row -> {
              var matcher = ROW.matcher(row);
              assertThat(matcher.matches()).isTrue();
              assertThat(tests).contains(matcher.group(2).replace("`", "").split(", "));
            });
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(ROOT.resolve("SPECIFICATION.md")).stream()
        .filter(line -> line.startsWith("| "))
        .filter(line -> !line.equals("| promise | test |") && !line.equals("| --- | --- |"))
        .toList();
  }

  /// The names of the source files of all modules' tests.
  private static Set<String> tests() throws IOException {
    try (var files = Files.walk(ROOT)) {
      return files
          .filter(file -> file.toString().contains("/src/test/java/"))
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".java"))
          .map(name -> name.substring(0, name.length() - ".java".length()))
          .collect(toSet());
    }
  }
}
