package dev.sojourn.fetch.answer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CacheTimeTest {
  private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");

  private static Optional<Duration> time(Map<String, List<String>> fields) {
    return CacheTime.of(new AnswerHead(200, fields), NOW);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "max-age=60 | 60",
        "public , MAX-AGE = \"60\" | 60",
        "max-age=x | 0",
        "max-age=99999999999999999999 | 999999999",
        "no-store, max-age=60 | 0",
        "max-age=60, no-cache | 0"
      })
  void cacheControlSaysHowLongAnAnswerIsFresh(String field, long seconds) {
    assertThat(time(Map.of("cache-control", List.of(field)))).contains(Duration.ofSeconds(seconds));
  }

  @Test
  void theAgeThatAnAnswerHasIsTakenOff() {
    assertThat(time(Map.of("cache-control", List.of("max-age=60"), "age", List.of("20"))))
        .contains(Duration.ofSeconds(40));
    assertThat(time(Map.of("cache-control", List.of("max-age=60"), "age", List.of("90"))))
        .contains(Duration.ZERO);
  }

  @Test
  void expiresCountsFromTheDateOfTheAnswerAndWithoutOneFromNow() {
    var expires = List.of("Fri, 01 May 2026 12:10:00 GMT");
    assertThat(time(Map.of("expires", expires))).contains(Duration.ofMinutes(10));
    assertThat(time(Map.of("expires", expires, "date", List.of("Fri, 01 May 2026 12:05:00 GMT"))))
        .contains(Duration.ofMinutes(5));
    assertThat(time(Map.of("expires", List.of("0")))).contains(Duration.ZERO);
    assertThat(time(Map.of("expires", expires, "cache-control", List.of("max-age=5"))))
        .contains(Duration.ofSeconds(5));
  }

  @Test
  void anAnswerThatSaysNothingIsLeftToThePolicy() {
    assertThat(time(Map.of())).isEmpty();
    assertThat(time(Map.of("cache-control", List.of("public")))).isEmpty();
  }
}
