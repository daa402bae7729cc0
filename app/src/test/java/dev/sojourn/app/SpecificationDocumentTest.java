package dev.sojourn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// The page of promises: one page, on which each row has a number of its own and names tests that
/// exist.
final class SpecificationDocumentTest {
  private static final Pattern ROW =
      Pattern.compile("\\| (\\d+) \\| \\S.*\\. \\| (`\\w+`(?:, `\\w+`)*) \\|");

  private static final Pattern HEADING = Pattern.compile("\\| \\| \\*\\*.+\\*\\* \\| \\|");

  /// As many rows as fit on one page.
  private static final int MOST_ROWS = 30;

  @Test
  void thePageHasAFewRowsEachWithItsOwnNumber() throws IOException {
    var rows = rows();

    assertThat(rows).hasSizeBetween(15, MOST_ROWS).allMatch(row -> ROW.matcher(row).matches());
    assertThat(rows.stream().map(row -> group(row, 1))).doesNotHaveDuplicates();
  }

  @Test
  void everyTestThatIsNamedExists() throws IOException {
    var tests = SourceNames.of("test");

    assertThat(rows())
        .allSatisfy(row -> assertThat(tests).contains(group(row, 2).replace("`", "").split(", ")));
  }

  private static String group(String row, int group) {
    var matcher = ROW.matcher(row);
    assertThat(matcher.matches()).as("%s (expected: | number | promise. | `Test` |)", row).isTrue();
    return matcher.group(group);
  }

  /// The rows below the head of the table, without those that name a topic.
  private static List<String> rows() throws IOException {
    return Files.readAllLines(SourceNames.ROOT.resolve("SPECIFICATION.md")).stream()
        .filter(line -> line.startsWith("| "))
        .skip(2)
        .filter(line -> !HEADING.matcher(line).matches())
        .toList();
  }
}
