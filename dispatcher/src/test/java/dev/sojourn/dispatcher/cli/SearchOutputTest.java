package dev.sojourn.dispatcher.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.crawl.index.SearchIndex;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The output of `search` for titles, and for queries that are too long.
final class SearchOutputTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Shalom, a mark that the direction is right to left, and a question mark that belongs to it.
  private static final String HEBREW = "\u05e9\u05dc\u05d5\u05dd?\u200f\u061c";

  @TempDir private Path folder;

  @Test
  void aTitleOfAnyLengthIsPrintedWhole() throws IOException {
    var title = "tokens " + "and more of them ".repeat(50).strip();
    index(title);

    assertThat(search("tokens").out()).contains(title);
  }

  @Test
  void aTitleFromRightToLeftKeepsItsMarksAndItsDirectionToItself() throws IOException {
    index("tokens " + HEBREW);

    assertThat(search("tokens").out()).contains(" 1. \u2068tokens " + HEBREW + "\u2069  (");
  }

  @Test
  void noTitleGetsPastTheEndOfItsLine() throws IOException {
    index("tokens \u202e\u2069\u2067" + HEBREW);

    assertThat(search("tokens").out())
        .contains(HEBREW + "\u2069  (")
        .doesNotContain("\u202e", "\u2067")
        .containsOnlyOnce("\u2069");
  }

  @Test
  void asJsonTheMarksAreWrittenAsTheirNumbersAndReadAsTheMarks() throws IOException {
    index("tokens " + HEBREW);

    var out = search("tokens", "--json").out();

    assertThat(out).contains("\\u200f\\u061c").doesNotContain("\u200f", "\u061c");
    assertThat(JSON.readTree(out).path("hits").get(0).path("title").asText())
        .isEqualTo("tokens " + HEBREW);
  }

  @Test
  void aHitSaysThatOnlyTheBeginningOfItsTextIsSearched() throws IOException {
    index(Map.of("url", "http://site/a", "title", "tokens", "text", "a", "textChars", 300_000));
    assertThat(search("tokens").out()).contains("only the beginning of its text is searched");
    var hit = JSON.readTree(search("tokens", "--json").out()).path("hits").get(0);
    assertThat(hit.path("inPart").asBoolean()).isTrue();

    index("tokens");
    assertThat(search("tokens").out()).doesNotContain("only the beginning");
    var whole = JSON.readTree(search("tokens", "--json").out()).path("hits").get(0);
    assertThat(whole.path("inPart").isBoolean()).isTrue();
    assertThat(whole.path("inPart").asBoolean()).isFalse();
  }

  @Test
  void theMostWordsThatASearchTakesAreTaken() throws IOException {
    index("tokens");

    var ran = search("tokens " + "more ".repeat(1_023));

    assertThat(ran.exit()).as(ran.err()).isZero();
    assertThat(ran.out()).contains("tokens");
  }

  @Test
  void oneWordMoreIsReportedWithTheLimit() throws IOException {
    index("tokens");

    var ran = search("tokens " + "more ".repeat(1_024));

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err().strip())
        .endsWith("The query has 1,025 words; a search takes 1,024 at most.");
  }

  @Test
  void aPileOfParenthesesIsReportedWithTheLimit() throws IOException {
    index("tokens");

    var ran = search("(".repeat(100_000) + "tokens");

    assertThat(ran.exit()).isEqualTo(2);
    assertThat(ran.err().strip())
        .endsWith("The query has 100,000 parentheses; a search takes 1,024 at most.");
  }

  @Test
  void aWordThatIsManyWordsIsReportedToo() throws IOException {
    index("tokens");

    var ran = search("a1.b2-".repeat(20_000));

    assertThat(ran.exit()).isIn(0, 2);
    assertThat(ran.err()).doesNotContain("fault of");
  }

  private void index(String title) throws IOException {
    index(Map.of("url", "http://site/a", "title", title, "text", "Some text."));
  }

  private void index(Map<String, Object> page) throws IOException {
    try (var index = SearchIndex.open(folder, InstantSource.system())) {
      index.add("v", "v", JSON.valueToTree(page));
      index.commit(1);
    }
  }

  private CommandLines.Ran search(String query, String... more) {
    var words = new String[3 + more.length];
    words[0] = "search";
    words[1] = folder.toString();
    words[2] = query;
    System.arraycopy(more, 0, words, 3, more.length);
    return CommandLines.run(words);
  }
}
