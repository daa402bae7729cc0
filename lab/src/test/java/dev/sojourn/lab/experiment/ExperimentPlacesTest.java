package dev.sojourn.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every mistake has its line and column. Each line of a file with all tables is made wrong in
/// several ways; so is each value of its lists and inline tables.
final class ExperimentPlacesTest {
  private static final String WHOLE =
      """
      name = "whole"
      question = "Which?"
      found = "This."
      repetitions = 2
      seed = 7
      time-limit = "90 s"
      [site]
      kind = "generated"
      start = "/index.html"
      server = ["lab", "nginx"]
      pages = [100, 200]
      page-bytes = "4 KiB"
      links = 30
      children = 3
      parts = 2
      leaving = 0.25
      changed = 0.5
      hosts = true
      [hosts]
      count = 2
      paths = ["/part-00/", "/part-01/"]
      limits = { workers = 2, heap = "128 MiB" }
      [link]
      delay = "5 ms"
      rate = "50 Mbit/s"
      outage = [{ at = "3 s", for = "2 s" }]
      [crawl]
      kind = ["mobile", "other"]
      agent = "indexing"
      pause = "250 ms"
      connections = 8
      index = false
      rounds = 1
      with = { follow = false }
      [[crawler]]
      name = "other"
      command = ["sh", "{start}"]
      exit-codes = [0, 8]
      [[fault]]
      at = "5 s"
      kill = "host 2"
      back = "1 s"
      [[without]]
      site.pages = 200
      site.server = "nginx"
      [[target]]
      text = "t"
      measure = "pages"
      where = { crawl.kind = "mobile", site.pages = 100, site.server = "lab" }
      against = { crawl.kind = "other" }
      at-most = 2
      [[plot]]
      title = "t"
      x = "site.pages"
      y = "pages"
      by = ["crawl.kind", "site.server"]
      """;

  private static final Pattern ASSIGNMENT = Pattern.compile("([a-z.-]+) = (.*)");
  private static final Pattern SCALAR = Pattern.compile("\"[^\"]*\"|(?<= )[0-9.]+|true|false");

  @TempDir private Path temp;

  /// A file with one change.
  ///
  /// @param line that was changed, from 1
  /// @param column of the change, from 1
  private record Changed(String text, int line, int column, String what) {
    @Override
    public String toString() {
      return what;
    }
  }

  @Test
  void theFileIsValidBeforeItIsMadeWrong() throws IOException {
    assertThat(mistakes(WHOLE)).isEmpty();
  }

  private static Stream<Changed> valuesOfAnotherType() {
    return changes(
            SCALAR,
            found -> found.startsWith("\"") ? List.of("-5", "[[]]") : List.of("\"x\"", "-1e9"))
        // Without agents here the parameters are unknown.
        .filter(changed -> !changed.what().startsWith("with"));
  }

  private static Stream<Changed> misspeltKeys() {
    return changes(Pattern.compile("[a-z-]+(?= = )"), found -> List.of(found + "zz"))
        .filter(changed -> !changed.what().startsWith("with"));
  }

  @ParameterizedTest
  @MethodSource("valuesOfAnotherType")
  void aWrongValueIsReportedInItsLine(Changed changed) throws IOException {
    var mistakes = mistakes(changed.text());

    assertThat(mistakes).isNotEmpty().allMatch(ExperimentPlacesTest::hasPlace);
    assertThat(mistakes)
        .as(changed.text().lines().toList().get(changed.line() - 1))
        .anyMatch(mistake -> mistake.startsWith("x.toml:" + changed.line() + ":"));
  }

  @ParameterizedTest
  @MethodSource("misspeltKeys")
  void aMisspeltKeyIsReportedAtTheKey(Changed changed) throws IOException {
    var mistakes = mistakes(changed.text());

    assertThat(mistakes)
        .isNotEmpty()
        .allMatch(ExperimentPlacesTest::hasPlace)
        .anyMatch(mistake -> mistake.startsWith("x.toml:" + changed.line() + ":"));
  }

  @Test
  void aMissingKeyIsReportedWhereItsTableBegins() throws IOException {
    var lines = WHOLE.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      var rest = new ArrayList<>(lines);
      rest.remove(i);
      assertThat(mistakes(String.join("\n", rest)))
          .as("without %s", lines.get(i))
          .allMatch(ExperimentPlacesTest::hasPlace);
    }
    assertThat(mistakes("question = \"Which?\""))
        .allMatch(mistake -> mistake.startsWith("x.toml:1:1: "))
        .hasSize(3);
  }

  @Test
  void aValueInAnInlineTableOrAListHasItsOwnColumn() throws IOException {
    assertThat(mistakes(WHOLE.replace("site.pages = 100,", "site.pages = 101,")))
        .singleElement()
        .asString()
        .startsWith("x.toml:49:34: target.where.site.pages: found 101");
    assertThat(mistakes(WHOLE.replace("for = \"2 s\"", "for = \"2\"")))
        .singleElement()
        .asString()
        .startsWith("x.toml:26:25: link.outage.for: found \"2\"");
    assertThat(mistakes(WHOLE.replace("heap = \"128 MiB\"", "heap = \"1 B\"")))
        .singleElement()
        .asString()
        .startsWith("x.toml:22:25: hosts.limits.heap: found");
    assertThat(mistakes(WHOLE.replace("follow = false", "follow = []")))
        .singleElement()
        .asString()
        .startsWith("x.toml:34:10: crawl.with.follow: found an empty list");
    assertThat(mistakes(WHOLE.replace("\"site.server\"]", "\"link.delay\"]")))
        .last()
        .asString()
        .startsWith("x.toml:56:21: plot.by: found \"link.delay\"");
  }

  @Test
  void anArrayWithSomethingElseThanTablesIsReportedAtTheElement() throws IOException {
    assertThat(
            mistakes(WHOLE.replace("[{ at = \"3 s\", for = \"2 s\" }]", "[{ for = \"2 s\" }, 5]")))
        .containsExactly(
            "x.toml:26:28: link.outage: found 5 (expected: tables, each begun by"
                + " [[link.outage]])");
  }

  private static boolean hasPlace(String mistake) {
    return mistake.matches("(?s)x\\.toml:[1-9][0-9]*:[1-9][0-9]*: .*");
  }

  /// All changes of one match of a pattern in one assignment.
  private static Stream<Changed> changes(Pattern pattern, Function<String, List<String>> others) {
    var lines = WHOLE.lines().toList();
    return IntStream.range(0, lines.size())
        .filter(i -> ASSIGNMENT.matcher(lines.get(i)).matches())
        .boxed()
        .flatMap(
            i ->
                pattern
                    .matcher(lines.get(i))
                    .results()
                    .flatMap(
                        match ->
                            others.apply(match.group()).stream()
                                .map(
                                    other -> {
                                      var line = new StringBuilder(lines.get(i));
                                      line.replace(match.start(), match.end(), other);
                                      var all = new ArrayList<>(lines);
                                      all.set(i, line.toString());
                                      return new Changed(
                                          String.join("\n", all),
                                          i + 1,
                                          match.start() + 1,
                                          line.toString());
                                    })));
  }

  private List<String> mistakes(String toml) throws IOException {
    return switch (ExperimentReader.read(Files.writeString(temp.resolve("x.toml"), toml))) {
      case ExperimentReading.Valid _ -> List.of();
      case ExperimentReading.Invalid(var errors) ->
          errors.stream().map(error -> error.toString().replace(temp + "/", "")).toList();
    };
  }
}
