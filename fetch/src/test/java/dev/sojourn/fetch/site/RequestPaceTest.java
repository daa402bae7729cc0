package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.robots.extension.RequestRate;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestPaceTest {

  @ParameterizedTest
  @CsvSource({"08:59, 1", "09:00, 10", "16:59, 10", "17:00, 1"})
  void aRateHoldsFromTheBeginningOfItsTimeAndNotAtItsEnd(String time, long seconds) {
    assertThat(pace(Duration.ofSeconds(1), "1/10s 0900-1700").delayAt(at(time)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @CsvSource({"21:59, 0", "22:00, 60", "23:59, 60", "00:00, 60", "05:59, 60", "06:00, 0"})
  void aTimeMayGoOnPastMidnight(String time, long seconds) {
    assertThat(pace(Duration.ZERO, "1/1m 2200-0600").delayAt(at(time)))
        .isEqualTo(Duration.ofSeconds(seconds));
  }

  @Test
  void aTimeThatEndsWhenItBeginsIsTheWholeDay() {
    assertThat(pace(Duration.ZERO, "2/10s 0900-0900").delayAt(at("12:00")))
        .isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void theStrictestThatHoldsCounts() {
    var pace = pace(Duration.ofSeconds(3), "1/2s", "1/7s 0000-1200", "1/9s 1200-2359");

    assertThat(pace.delayAt(at("11:00"))).isEqualTo(Duration.ofSeconds(7));
    assertThat(pace.delayAt(at("13:00"))).isEqualTo(Duration.ofSeconds(9));
    assertThat(pace.delayAt(at("23:59"))).isEqualTo(Duration.ofSeconds(3));
    assertThat(pace.longestInterval()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void aSiteThatAsksForNothingIsGivenNoDelay() {
    assertThat(RequestPace.NONE.isAsked()).isFalse();
    assertThat(RequestPace.NONE.delayAt(at("12:00"))).isZero();
    assertThat(pace(Duration.ZERO, "1/1s 0100-0200").isAsked()).isTrue();
  }

  private static RequestPace pace(Duration crawlDelay, String... rates) {
    return new RequestPace(
        crawlDelay, Stream.of(rates).map(rate -> RequestRate.parse(rate).orElseThrow()).toList());
  }

  private static Instant at(String time) {
    return Instant.parse("2026-11-23T" + time + ":00Z");
  }
}
