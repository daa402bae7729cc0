package dev.sojourn.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DirectivesTest {
  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void theSmallestMaxSnippetCounts() {
    assertThat(asks("max-snippet:50", "max-snippet: 20", "max-snippet:-1").maxSnippet())
        .hasValue(20);
    assertThat(asks("max-snippet:99999999999").maxSnippet()).hasValue(Integer.MAX_VALUE);
    assertThat(asks("max-snippet:-1").maxSnippet()).isEmpty();
    assertThat(asks("max-snippet:", "max-snippet:many", "max-snippet").maxSnippet()).isEmpty();
  }

  @Test
  void aMaxSnippetOfZeroIsNosnippet() {
    assertThat(asks("max-snippet:0", "max-snippet:5").nosnippet()).isTrue();
    assertThat(asks("max-snippet:00").nosnippet()).isTrue();
    assertThat(asks("max-snippet:-1").nosnippet()).isFalse();
  }

  @Test
  void noarchiveIsReported() {
    assertThat(asks("noarchive").noarchive()).isTrue();
    assertThat(asks("none").noarchive()).isFalse();
  }

  @Test
  void theEarliestEndCounts() {
    var asks = asks("unavailable_after:2026-02-01", "unavailable_after:1 jan 2026 00:00:01 gmt");

    assertThat(asks.unavailableAfter()).contains(NOW.plusSeconds(1));
    assertThat(asks.mayIndex(NOW)).isTrue();
    assertThat(asks.mayIndex(NOW.plusSeconds(1))).isFalse();
    assertThat(asks("unavailable_after:soon").mayIndex(NOW)).isTrue();
    assertThat(asks("noindex").mayIndex(NOW)).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Fri, 25 Jun 2010 15:00:00 GMT|2010-06-25T15:00:00Z",
        "Friday, 25-Jun-10 15:00:00 GMT|2010-06-25T15:00:00Z",
        "Fri Jun 25 15:00:00 2010|2010-06-25T15:00:00Z",
        "Sun Nov  6 08:49:37 1994|1994-11-06T08:49:37Z",
        "25 Jun 2010 15:00:00 PST|2010-06-25T23:00:00Z",
        "25-Aug-2007 15:00:00 EST|2007-08-25T20:00:00Z",
        "fri 25 june 2010 15:00 +0200|2010-06-25T13:00:00Z",
        "25 Jun 94 15:00:00 -0930|1994-06-26T00:30:00Z",
        "2010-06-25|2010-06-26T00:00:00Z",
        "2010-06-25T15:00Z|2010-06-25T15:00:00Z",
        "2010-06-25T15:00:00.123+02:00|2010-06-25T13:00:00Z",
        "2010-06-25 15:00:00|2010-06-25T15:00:00Z",
        "2010-06-25T15:00:00-08|2010-06-25T23:00:00Z",
        "20100625T150000Z|2010-06-25T15:00:00Z",
        "20100625|2010-06-26T00:00:00Z",
        "25 Jun 2010|2010-06-26T00:00:00Z",
        "June 25, 2010|2010-06-26T00:00:00Z",
        "Sat, 31 Dec 2016 23:59:60 GMT|2017-01-01T00:00:00Z",
        "2010/06/25|2010-06-26T00:00:00Z"
      })
  void everyFormOfADateIsRead(String date, Instant expected) {
    assertThat(RuleDate.parse(date)).contains(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "soon",
        "2010",
        "30 Feb 2010",
        "2010-13-01",
        "25 Jun 2010 25:00:00 GMT",
        ":",
        "::::",
        "1:2:3:4",
        "25 Jun 2010 15:00 +99",
        "99999999999 Jun 2010",
        "25 Jun 2010 15:xx",
        "t",
        "+",
        "٢٥ jun 2010",
        "12345678t123456"
      })
  void whatIsNoDateIsNone(String text) {
    assertThat(RuleDate.parse(text)).isEmpty();
  }

  @Test
  void aDateOfAnyLengthIsBounded() {
    assertThat(RuleDate.parse("2010-06-25" + " ".repeat(50) + "x".repeat(100_000))).isEmpty();
  }

  private static Directives asks(String... rules) {
    return new Directives(Set.of(rules));
  }
}
