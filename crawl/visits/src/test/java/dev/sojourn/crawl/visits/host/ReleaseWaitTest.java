package dev.sojourn.crawl.visits.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The wait for an operator who looks at findings.
final class ReleaseWaitTest {
  private static final Instant BEGUN = Instant.parse("2026-11-24T10:00:00Z");

  @Test
  void theHostIsAskedLessAndLessOftenButOnceAMinuteAtLeast() {
    var wait = new ReleaseWait(BEGUN, Duration.ZERO);

    assertThat(Stream.generate(wait::nextPause).limit(9).map(Duration::toMillis))
        .containsExactly(500L, 1_000L, 2_000L, 4_000L, 8_000L, 16_000L, 32_000L, 60_000L, 60_000L);
  }

  @Test
  void aHostThatNeverReleasesAnythingHoldsTheCrawlForMaxWaitAtMost() {
    var hour = new ReleaseWait(BEGUN, Duration.ofHours(1));
    assertThat(hour.isOver(BEGUN.plus(Duration.ofHours(1)))).isFalse();
    assertThat(hour.isOver(BEGUN.plus(Duration.ofHours(1)).plusMillis(1))).isTrue();
    assertThat(hour.fault("atp://h")).contains("atp://h", "within 3600 s", "--max-wait");

    var longer = new ReleaseWait(BEGUN, Duration.ofHours(30));
    assertThat(longer.isOver(BEGUN.plus(Duration.ofHours(30)))).isFalse();
    assertThat(longer.isOver(BEGUN.plus(Duration.ofHours(31)))).isTrue();
  }
}
