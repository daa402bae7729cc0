package dev.sojourn.fetch.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class SteadyClockTest {
  @Test
  void goesByThePaceOfTimeAlone() {
    var noon = Instant.parse("2026-06-01T12:00:00Z");
    // Such counters begin anywhere, and run over.
    var nanos = new AtomicLong(Long.MAX_VALUE - 5);
    var clock = new SteadyClock(noon, nanos::get);
    assertThat(clock.instant()).isEqualTo(noon);
    nanos.addAndGet(1_000_000_000);
    assertThat(clock.instant()).isEqualTo(noon.plusSeconds(1));
  }

  @Test
  void showsTheTimeWhenItIsMade() {
    assertThat(
            Duration.between(Instant.now(), new SteadyClock(InstantSource.system()).instant())
                .abs())
        .isLessThan(Duration.ofSeconds(30));
  }
}
