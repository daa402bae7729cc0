package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page of promises: each row is one sentence, and names tests that exist.
final class SpecificationDocumentTest {
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
    var tests = SourceNames.of("test");

    assertThat(rows())
        .allSatisfy(
            row -> {
              var matcher = ROW.matcher(row);
              assertThat(matcher.matches()).isTrue();
              assertThat(tests).contains(matcher.group(2).replace("`", "").split(", "));
            });
  }

  private static List<String> rows() throws IOException {
    return Files.readAllLines(SourceNames.ROOT.resolve("SPECIFICATION.md")).stream()
        .filter(line -> line.startsWith("| "))
        .filter(line -> !line.equals("| promise | test |") && !line.equals("| --- | --- |"))
        .toList();
  }
}
