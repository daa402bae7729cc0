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
    assertThat(TrapRules.withoutSession(url)).isSameAs(url);
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

  @ParameterizedTest
  @CsvSource({
    "http://h/a;jsessionid=0123456789ABCDEF0123, http://h/a",
    "http://h/a;jsessionid=0123456789ABCDEF0123?b=c, http://h/a?b=c",
    "http://h/a?PHPSESSID=0123456789abcdef&b=c, http://h/a?b=c",
    "http://h/a?b=c&sid=0123456789abcdef, http://h/a?b=c",
    "http://h/a?b&sid=0123456789abcdef&c, http://h/a?b&c",
    "http://h/a?sid=0123456789abcdef, http://h/a",
    "http://h/a;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:15abcdef0?b=c, http://h/a?b=c",
    "http://h/a;jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW:-1, http://h/a",
    "http://h/a?jsessionid=0000AbCdEfGhIjKlMnOpQrStUvW%3A15abcdef0, http://h/a",
    "http://h/a;jsessionid=E460A97852FA769CD9AD387095C680A9.node_2, http://h/a",
    "http://h/a?sid=550e8400-e29b-41d4-a716-446655440000, http://h/a",
    "http://h/a?sid=abcdefab-cdef-abcd-efab-cdefabcdef12, http://h/a",
    "'http://h/a?PHPSESSID=k2Jx-9fQ,t7Lm0aBzYc3-dW8', http://h/a",
  })
  void theIdentifierOfASessionIsTakenOut(String url, String without) {
    assertThat(TrapRules.withoutSession(url)).isEqualTo(without);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://h/a?sid=12",
        "http://h/a?sid=my-story",
        "http://h/a?sid=20240101-story-of-the-year-1",
        "http://h/a?sid=2024_annual_report_v2",
        "http://h/a?b=c&sid=The-Great-Escape-1963",
        "http://h/a?sid=chapter.12.the.sea",
        "http://h/a?sid=product-1234567890123",
        "http://h/a?sid=a-long-word-without-numbers",
        "http://h/a?text=0123456789abcdef0123456789",
        "http://h/a;v=0123456789abcdef0123456789",
        "http://h/a?&&",
        "http://h/a?",
      })
  void whatIsNoSessionStays(String url) {
    assertThat(TrapRules.withoutSession(url)).isEqualTo(url);
  }
}
