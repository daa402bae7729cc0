package dev.sojourn.crawl.index;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The rules of pages for an index: the text it may show, for how long, and under which URL.
final class ShowingRulesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final String TEXT = "Every apple \ud83c\udf4e falls not far from its tree.";

  @TempDir private Path out;
  private Instant now = NOW;

  @Test
  void aPageIsNotFoundFromItsEndOn() throws IOException {
    index(page("a", "\"unavailableAfter\":\"2026-01-02T00:00:00Z\""), page("b", ""));

    now = Instant.parse("2026-01-01T23:59:59Z");
    assertThat(urls("apple")).containsExactlyInAnyOrder("http://h/a", "http://h/b");
    now = Instant.parse("2026-01-02T00:00:00Z");
    assertThat(urls("apple")).containsExactly("http://h/b");
    try (var search = Search.open(out, clock())) {
      assertThat(search.find("apple", 5).total()).isEqualTo(1);
      assertThat(search.pages()).isEqualTo(1);
    }
  }

  @Test
  void aPagePastItsEndIsNotTakenAndTakesAwayWhatWasThere() throws IOException {
    index(page("a", ""));
    index(page("a", "\"unavailableAfter\":\"2026-01-01T00:00:00Z\""));

    assertThat(urls("apple")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"soon\"", "null", "5", "\"+1000000000-12-31T23:59:59.999999999Z\""})
  void anEndThatIsNoMomentIsNone(String end) throws IOException {
    index(page("a", "\"unavailableAfter\":" + end));

    assertThat(urls("apple")).containsExactly("http://h/a");
  }

  @Test
  void anExcerptHasAtMostAsManyCodePointsAsThePageAllows() throws IOException {
    index(page("a", "\"maxSnippet\":13"));

    var excerpt = find("apple").getFirst().excerpt();
    assertThat(excerpt.text()).isEqualTo("Every apple \ud83c\udf4e");
    assertThat(excerpt.marked("<", ">")).isEqualTo("Every <apple> \ud83c\udf4e");
  }

  @Test
  void aMarkEndsWithTheExcerpt() throws IOException {
    index(page("a", "\"maxSnippet\":8"));

    assertThat(find("apple").getFirst().excerpt().marked("<", ">")).isEqualTo("Every <ap>");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"maxSnippet\":0", "\"archive\":false", "\"snippet\":false"})
  void aTextThatMustNotBeShownIsSearchedAndNotKept(String asks) throws IOException {
    index(page("a", asks));

    var hit = find("tree").getFirst();
    assertThat(hit.url()).isEqualTo("http://h/a");
    assertThat(hit.excerpt()).isEqualTo(Excerpt.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"maxSnippet\":-1", "\"maxSnippet\":null", "\"maxSnippet\":\"5\"", ""})
  void withoutALimitTheExcerptIsWhole(String asks) throws IOException {
    index(page("a", asks));

    assertThat(find("apple").getFirst().excerpt().text()).isEqualTo(TEXT);
  }

  @Test
  void aPageIsShownWithTheBetterUrlThatWasFoundLater() throws IOException {
    try (var index = SearchIndex.open(out, clock())) {
      index.keepUnder("p", "d1", "http://h/early");
      index.add("v", "p", page("docs/index.html", "\"digest\":\"d1\""));
      index.add("v", "q", page("other", "\"digest\":\"d1\""));
      index.keepUnder("p", "d1", "http://h/docs/");
      index.keepUnder("p", "d2", "http://h/nobody");
      index.commit(1);
    }

    assertThat(urls("apple")).containsExactlyInAnyOrder("http://h/docs/", "http://h/other");
  }

  @Test
  void aBodyCountsOnceInItsPlace() throws IOException {
    index(page("a", "\"digest\":\"d1\""), page("b", "\"digest\":\"d1\""));

    assertThat(urls("apple")).containsExactly("http://h/b");
  }

  private void index(JsonNode... pages) throws IOException {
    try (var index = SearchIndex.open(out, clock())) {
      for (var page : pages) {
        index.add("v", "v", page);
      }
      index.commit(1);
    }
  }

  private List<String> urls(String query) throws IOException {
    return find(query).stream().map(Hit::url).toList();
  }

  private List<Hit> find(String query) throws IOException {
    try (var search = Search.open(out, clock())) {
      return search.find(query, 10).hits();
    }
  }

  private InstantSource clock() {
    return () -> now;
  }

  private static JsonNode page(String path, String asks) throws IOException {
    var more = asks.isEmpty() ? "" : "," + asks;
    return new ObjectMapper()
        .readTree(
            "{\"url\":\"http://h/%s\",\"title\":\"T\",\"text\":\"%s\"%s}"
                .formatted(path, TEXT, more));
  }
}
