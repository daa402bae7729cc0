package dev.sojourn.agent.frontier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.frontier.LinkTally.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class TrapRulesTest {
  private static final int YEAR = 2026;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/",
        "http://h/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p",
        "http://h/a/a/a/a/b",
        "http://h/a/b/a/b/a/b/a/b/c",
        "http://h/1/1/1/1/",
        "http://h////////",
        "http://h/2026/11/25/a-post",
        "http://h/2031/12/",
        "http://h/?q=a/a/a/a/a/a/a/a/a",
      })
  void anHonestAddressIsFollowed(String url) {
    assertThat(TrapRules.trap(url, "http://h/", YEAR)).isEmpty();
    assertThat(SessionRules.without(url)).isSameAs(url);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/a/a/a/a/a/b",
    "http://h/x/a/b/a/b/a/b/a/b/a/b",
    "http://h/a/b/c/a/b/c/a/b/c/a/b/c/a/b/c?x",
    "http://h/a/b/c/d/a/b/c/d/a/b/c/d/a/b/c/d/a/b/c/d",
  })
  void aPathThatRepeatsItselfIsATrap(String url) {
    assertThat(TrapRules.trap(url, "http://h/", YEAR)).contains(Kind.REPEATED_SEGMENTS);
  }

  @Test
  void aPathThatGrowsWithoutEndIsATrap() {
    var url = new StringBuilder("http://h");
    for (int i = 0; i < TrapRules.MAX_SEGMENTS; i++) {
      url.append('/').append(i);
    }
    assertThat(TrapRules.trap(url.toString(), "http://h/", YEAR)).isEmpty();
    assertThat(TrapRules.trap(url + "/x", "http://h/", YEAR)).contains(Kind.GROWING_PATHS);
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/calendar/2032/01, http://h/calendar/2031/12",
    "http://h/calendar/2032-01-31, http://h/calendar/2032-01-30",
    "http://h/c?month=2032-1, http://h/c?month=2031-12",
    "http://h/c?year=2032&month=1, http://h/c?year=2031&month=12",
  })
  void aCalendarThatLeadsYearsAheadIsATrap(String url, String foundOn) {
    assertThat(TrapRules.trap(url, foundOn, YEAR)).contains(Kind.CALENDARS);
    assertThat(TrapRules.trap(url, "http://h/", YEAR)).as("a link from elsewhere").isEmpty();
    assertThat(TrapRules.trap(url, foundOn, YEAR + 1)).as("a year later").isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "http://h/papers/3001/04, http://h/papers/",
    "http://h/papers/30011/04, http://h/papers/30011/03",
    "http://h/papers/3001/44, http://h/papers/3001/43",
    "http://h/v/2032.1, http://h/v/2031.9",
  })
  void numbersThatAreNoMonthsAreFollowed(String url, String foundOn) {
    assertThat(TrapRules.trap(url, foundOn, YEAR)).isEmpty();
  }
}
