package dev.sojourn.crawl.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchIndexTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path out;

  @BeforeEach
  void useARealPath() throws IOException {
    out = out.toRealPath();
  }

  @Test
  void findsTheBestPageFirstWithTitleAndMarkedExcerpt() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "Fruit", "An apple is a fruit. Pears are fruit too."));
      index.add("v", "v", page("http://a/2", "Apple", "All about it."));
      index.add("v", "v", page("http://a/3", "Stones", "Granite and slate."));
      index.commit(1);
    }
    var result = search("apple");
    assertThat(result.total()).isEqualTo(2);
    assertThat(result.hits()).extracting(Hit::url).containsExactly("http://a/2", "http://a/1");
    assertThat(result.hits()).extracting(Hit::rank).containsExactly(1, 2);
    assertThat(result.hits().getFirst().title()).isEqualTo("Apple");
    assertThat(result.hits().get(1).excerpt().marked("[", "]"))
        .isEqualTo("An [apple] is a fruit. Pears are fruit too.");
  }

  @Test
  void copiesOfAPageInOtherLanguagesDoNotFillTheResult() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      for (var language : Locale.getISOLanguages()) {
        for (int number = 1; number <= 3; number++) {
          var url = "http://a/%s/%d.html".formatted(language, number);
          index.add("v", "v", page(url, "Cache " + number, "caching"));
        }
      }
      index.add("v", "v", page("http://a/other", "Other", "a cache"));
      index.commit(1);
    }
    int languages = Locale.getISOLanguages().length;
    var result = search("cache");
    assertThat(result.total()).isEqualTo(3L * languages + 1);
    assertThat(result.hits()).hasSize(4).extracting(Hit::rank).containsExactly(1, 2, 3, 4);
    assertThat(result.hits())
        .extracting(Hit::copies)
        .containsExactlyInAnyOrder(languages - 1, languages - 1, languages - 1, 0);
    assertThat(result.hits()).extracting(Hit::url).contains("http://a/other");
  }

  @Test
  void headingsCountMoreThanTextAndLessThanTitles() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", essay("text", "One", "Quays", "harbours"));
      index.add("v", "v", essay("title", "Harbours", "Quays", "quays"));
      index.add("v", "v", essay("heading", "Three", "Harbours", "quays"));
      index.commit(1);
    }
    assertThat(search("harbours").hits())
        .extracting(Hit::url)
        .containsExactly("http://a/title", "http://a/heading", "http://a/text");
  }

  @ParameterizedTest
  @CsvSource({
    "cafe\u0301, caf\u00e9",
    "caf\u00e9, cafe",
    "\u0451\u043b\u043a\u0430, \u0435\u043b\u043a\u0430",
    "\u0435\u0308\u043b\u043a\u0430, \u0451\u043b\u043a\u0430",
    "\u0437\u0430\u0301\u043c\u043e\u043a, \u0437\u0430\u043c\u043e\u043a",
    "\u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd, \u05e9\u05dc\u05d5\u05dd",
    "\u0643\u0650\u062a\u064e\u0627\u0628, \u0643\u062a\u0627\u0628",
    "\u0643\u062a\u0640\u0640\u0627\u0628, \u0643\u062a\u0627\u0628",
    "\u03ac\u03bd\u03b8\u03c1\u03c9\u03c0\u03bf\u03c2,"
        + " \u03b1\u03bd\u03b8\u03c1\u03c9\u03c0\u03bf\u03c2",
    "\u0130stanbul, istanbul",
    "\u1112\u1161\u11ab\u1100\u116e\u11a8, \ud55c\uad6d",
    "\u0438\u0306\u043e\u0433\u0430, \u0439\u043e\u0433\u0430",
    "stra\u00dfe, strasse"
  })
  void wordsFindEachOtherWithAndWithoutMarks(String one, String other) throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "One", "before " + one + " behind"));
      index.add("v", "v", page("http://a/2", "Two", "before " + other + " behind"));
      index.commit(1);
    }
    assertThat(search(one).hits()).hasSize(2);
    assertThat(search(other).hits()).hasSize(2);
    assertThat(search(other).hits())
        .allSatisfy(hit -> assertThat(hit.excerpt().marks()).hasSize(1));
  }

  @ParameterizedTest
  @CsvSource({
    "\u0439\u043e\u0433\u0430, \u0438\u043e\u0433\u0430",
    "\u304c, \u304b",
    "\u0457\u0436\u0430, \u0456\u0436\u0430",
    "\u0915\u093f, \u0915"
  })
  void marksThatMakeAnotherLetterStay(String one, String other) throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "One", one));
      index.commit(1);
    }
    assertThat(search(one).hits()).hasSize(1);
    assertThat(search(other).hits()).isEmpty();
  }

  @Test
  void theBeginningOfAWordIsFoundInAnyCase() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "One", "Gr\u00f6\u00dfenordnung"));
      index.commit(1);
    }
    assertThat(search("GROSS*").hits()).hasSize(1);
    assertThat(search("gr\u00f6\u00df*").hits()).hasSize(1);
  }

  @Test
  void wordsFindNamesOfPrograms() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add(
          "v", "v", page("http://a/1", "TokenStream (API)", "org.example.analysis.TokenStream"));
      index.add("v", "v", page("http://a/2", "Other", "getHttpResponse and max_line_length"));
      index.commit(1);
    }
    assertThat(search("token streams").hits()).hasSize(1);
    assertThat(search("TokenStream").hits()).hasSize(1);
    assertThat(search("tokenstream").hits()).hasSize(1);
    assertThat(search("org.example.analysis.TokenStream").hits()).hasSize(1);
    assertThat(search("line length").hits()).hasSize(1);
    assertThat(search("response").hits()).hasSize(1);
  }

  @Test
  void accentsCaseAndPluralsDoNotMatter() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "Cafés of ÖREBRO", ""));
      index.commit(1);
    }
    assertThat(search("cafe orebro").hits()).hasSize(1);
  }

  @Test
  void addingAPageAgainReplacesIt() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("lost", "lost", page("http://a/1", "Old", "first words"));
      index.add("later", "later", page("http://a/1", "New", "second words"));
      assertThat(index.pages()).isEqualTo(1);
      index.commit(1);
    }
    assertThat(search("first").hits()).isEmpty();
    assertThat(search("second").hits()).extracting(Hit::title).containsExactly("New");
  }

  @Test
  void removingALostVisitLeavesWhatOthersDeliveredAfterIt() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("lost", "lost", page("http://a/1", "One", "common"));
      index.add("lost", "lost", page("http://a/2", "Two", "common"));
      index.add("later", "later", page("http://a/2", "Two again", "common"));
      index.removeVisit("lost");
      index.commit(1);
      assertThat(index.pages()).isEqualTo(1);
    }
    assertThat(search("common").hits()).extracting(Hit::url).containsExactly("http://a/2");
  }

  @Test
  void whatIsNoPageIsNotIndexed() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      assertThat(index.add("v", "v", JSON.readTree("{\"brokenLink\":\"http://a/x\"}"))).isFalse();
      assertThat(index.add("v", "v", JSON.readTree("{\"url\":7}"))).isFalse();
      assertThat(index.add("v", "v", JSON.readTree("[]"))).isFalse();
      assertThat(index.add("v", "v", JSON.readTree("{\"url\":\"" + "x".repeat(9000) + "\"}")))
          .isFalse();
      assertThat(index.pages()).isZero();
    }
  }

  @Test
  void membersOfTheWrongTypeDoNoHarm() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      assertThat(
              index.add(
                  "v",
                  "v",
                  JSON.readTree(
                      "{\"url\":\"http://a/1\",\"title\":[],\"headings\":\"x\",\"text\":null}")))
          .isTrue();
      index.commit(1);
      assertThat(index.pages()).isEqualTo(1);
    }
  }

  @Test
  void aPageWithoutSnippetIsFoundButNotShown() throws IOException {
    var secretive =
        Map.of("url", "http://a/1", "title", "T", "text", "whispered words", "snippet", false);
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", JSON.valueToTree(secretive));
      index.commit(1);
    }
    var hit = search("whispered").hits().getFirst();
    assertThat(hit.excerpt()).isEqualTo(Excerpt.NONE);
  }

  @Test
  void aHostilePageCannotForgeMarksOrSteerATerminal() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add(
          "v", "v", page("http://a/1", "T\u001b[31m", "evil \u0001word\u0002 \u001b[2J word"));
      index.commit(1);
    }
    var hit = search("word").hits().getFirst();
    assertThat(hit.title()).isEqualTo("T [31m");
    assertThat(hit.excerpt().marked("[", "]")).isEqualTo("evil  [word]   [2J [word]");
  }

  @Test
  void aHostilePageCannotTurnTheDirectionOfWriting() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add(
          "v", "v", page("http://a/1", "\u202egnp.exe", "evil \u2066word\u2069 \u2028 and more"));
      index.commit(1);
    }
    var hit = search("word").hits().getFirst();
    assertThat(hit.title()).isEqualTo(" gnp.exe");
    assertThat(hit.excerpt().text()).doesNotContainPattern("[\u2028-\u202e\u2066-\u2069]");
  }

  @Test
  void aLongPageIsQuotedWhereItMatches() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "T", "filler ".repeat(5000) + "needle here"));
      index.commit(1);
    }
    var excerpt = search("needle").hits().getFirst().excerpt();
    assertThat(excerpt.text()).endsWith("needle here").hasSizeLessThan(300);
    assertThat(excerpt.marks()).hasSize(1);
  }

  @Test
  void pagesWithAllWordsComeAloneAndElsePagesWithSome() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "", "red green"));
      index.add("v", "v", page("http://a/2", "", "red blue"));
      index.commit(1);
    }
    var all = search("red green");
    assertThat(all.matchedAll()).isTrue();
    assertThat(all.hits()).extracting(Hit::url).containsExactly("http://a/1");
    var some = search("green yellow");
    assertThat(some.matchedAll()).isFalse();
    assertThat(some.hits()).extracting(Hit::url).containsExactly("http://a/1");
    assertThat(search("yellow").hits()).isEmpty();
  }

  @Test
  void understandsPhrasesPrefixesAndWithout() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "", "red green"));
      index.add("v", "v", page("http://a/2", "", "green red"));
      index.commit(1);
    }
    assertThat(search("\"red green\"").hits()).extracting(Hit::url).containsExactly("http://a/1");
    assertThat(search("gre*").hits()).hasSize(2);
    assertThat(search("red -\"red green\"").hits())
        .extracting(Hit::url)
        .containsExactly("http://a/2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "   ", "\"", "(((", ")", "a AND (", "\\", "*", "-", "+", "|", "title:", "~2", "[a TO"
      })
  void noQueryIsAnError(String query) throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "a", "title to and"));
      index.commit(1);
    }
    assertThat(search(query).hits()).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void whatWasNotCommittedIsGoneAndWhatWasIsNumbered() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      assertThat(index.committedUpTo()).isEqualTo(-1);
      index.add("v", "v", page("http://a/1", "One", ""));
      index.commit(41);
      index.add("v", "v", page("http://a/2", "Two", ""));
      assertThat(index.pages()).isEqualTo(2);
    }
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      assertThat(index.committedUpTo()).isEqualTo(41);
      assertThat(index.pages()).isEqualTo(1);
      index.commit(42);
    }
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      assertThat(index.committedUpTo()).isEqualTo(42);
    }
  }

  @Test
  void canBeSearchedWhileItIsWritten() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "One", "word"));
      index.commit(1);
      index.add("v", "v", page("http://a/2", "Two", "word"));
      assertThat(search("word").hits()).hasSize(1);
      index.commit(2);
      assertThat(search("word").hits()).hasSize(2);
    }
  }

  @Test
  void isWrittenByOneProcessOnly() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      assertThat(index.pages()).isZero();
      assertThatThrownBy(() -> SearchIndex.open(out, InstantSource.system()))
          .isInstanceOf(IndexUnusableException.class)
          .hasMessageContaining("Another process is writing the index in " + out);
    }
  }

  @Test
  void aMissingOrEmptyIndexIsNamedWithTheNextStep() throws IOException {
    var absent = out.resolve("absent");
    assertThatThrownBy(() -> Search.open(absent, InstantSource.system()))
        .isInstanceOf(IndexUnusableException.class)
        .hasMessage(
            "There is no index in %s; make one with: sojourn crawl URL --out %s", absent, absent);
    Files.createDirectory(out.resolve("index"));
    assertThatThrownBy(() -> Search.open(out, InstantSource.system()))
        .isInstanceOf(IndexUnusableException.class)
        .hasMessageStartingWith("The index in " + out + " is still empty; finish the crawl with:");
  }

  @Test
  void aDamagedIndexIsNamedWithTheNextStep() throws IOException {
    try (var index = SearchIndex.open(out, InstantSource.system())) {
      index.add("v", "v", page("http://a/1", "One", "word"));
      index.commit(1);
    }
    try (var files = Files.list(out.resolve("index"))) {
      for (var file :
          files.filter(f -> f.getFileName().toString().startsWith("segments")).toList()) {
        Files.writeString(file, "not an index");
      }
    }
    assertThatThrownBy(() -> Search.open(out, InstantSource.system()))
        .isInstanceOf(IndexUnusableException.class)
        .hasMessageContaining("index cannot be read; delete that directory");
    assertThatThrownBy(() -> SearchIndex.open(out, InstantSource.system()))
        .isInstanceOf(IndexUnusableException.class)
        .hasMessageContaining("index cannot be read; delete that directory");
  }

  private SearchResult search(String query) throws IOException {
    try (var search = Search.open(out, InstantSource.system())) {
      return search.find(query, 10);
    }
  }

  private static JsonNode essay(String name, String title, String heading, String subject) {
    return JSON.valueToTree(
        Map.of(
            "url",
            "http://a/" + name,
            "title",
            title,
            "headings",
            List.of(heading, "Sources"),
            "text",
            "an essay on " + subject + " in the north"));
  }

  private static JsonNode page(String url, String title, String text) {
    return JSON.valueToTree(Map.of("url", url, "title", title, "text", text));
  }
}
