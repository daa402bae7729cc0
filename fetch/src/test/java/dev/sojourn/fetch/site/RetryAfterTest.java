package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RetryAfterTest {
  private static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

  @Test
  void readsSeconds() {
    assertThat(RetryAfter.parse(" 120 ", NOW)).contains(Duration.ofMinutes(2));
    assertThat(RetryAfter.parse("0", NOW)).contains(Duration.ZERO);
    assertThat(RetryAfter.parse("0000000001", NOW)).contains(Duration.ofSeconds(1));
  }

  @Test
  void readsADate() {
    assertThat(RetryAfter.parse("Sat, 21 Nov 2026 12:01:30 GMT", NOW))
        .contains(Duration.ofSeconds(90));
  }

  @Test
  void readsADateInTheObsoleteForms() {
    for (var date : List.of("Saturday, 21-Nov-26 12:01:30 GMT", "Sat Nov 21 12:01:30 2026")) {
      assertThat(RetryAfter.parse(date, NOW)).as(date).contains(Duration.ofSeconds(90));
    }
    assertThat(RetryAfter.parse("Tue Dec  1 12:00:00 2026", NOW)).contains(Duration.ofDays(10));
  }

  @Test
  void aDateInThePastMeansNow() {
    assertThat(RetryAfter.parse("Sat, 21 Nov 2026 11:00:00 GMT", NOW)).contains(Duration.ZERO);
  }

  @Test
  void aNumberTooLargeForAnyWaitIsStillALongWait() {
    assertThat(RetryAfter.parse("99999999999999999999", NOW).orElseThrow())
        .isGreaterThan(Duration.ofDays(365));
  }

  @Test
  void whatIsNeitherIsNothing() {
    assertThat(RetryAfter.parse("", NOW)).isEmpty();
    assertThat(RetryAfter.parse("-1", NOW)).isEmpty();
    assertThat(RetryAfter.parse("soon", NOW)).isEmpty();
  }
}
