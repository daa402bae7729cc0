package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.host.config.ConfigReader;
import dev.sojourn.host.config.LimitsConfig;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// Visits that run while the limits of their host become tighter.
class VisitWatchTest {
  /// An hour, ten minutes of processor time, 1,000,000 pages, 16 GiB.
  private static final LimitsConfig LIMITS = ConfigReader.usualLimits();

  private static final Instant BEGUN = Instant.parse("2026-11-26T12:00:00Z");
  private static final PageUrl PAGE = PageUrl.parse("http://a.example/").orElseThrow();

  private Duration passed = Duration.ZERO;
  private final VisitWatch watch = new VisitWatch(() -> passed.toNanos());

  private void resumed(Duration time, long pages, long bytes) {
    watch.begin(BEGUN, new VisitTally(time, pages, bytes, 0, 0, VisitSpending.NONE));
  }

  @Test
  void aVisitWithinTheLimitsGoesOn() {
    resumed(Duration.ZERO, 0, 0);
    watch.read(PAGE, 1_000);
    passed = Duration.ofMinutes(1);
    assertThat(watch.exceeded(LIMITS, Duration.ofSeconds(30))).isEmpty();
  }

  @Test
  void timeBeforeARestartCountsAndTheWorkersOwnStopComesFirst() {
    resumed(Duration.ofMinutes(59), 0, 0);
    passed = Duration.ofSeconds(60 + 2);
    assertThat(watch.exceeded(LIMITS, Duration.ZERO)).isEmpty();
    passed = passed.plusMillis(1);
    assertThat(watch.exceeded(LIMITS, Duration.ZERO))
        .contains("stopped by limits.visit-time of the host, which is 1 h since its last reload");
  }

  @Test
  void processorTimeOfThePresentWorkerCounts() {
    resumed(Duration.ZERO, 0, 0);
    var most = Duration.ofMinutes(10).plusSeconds(2);
    assertThat(watch.exceeded(LIMITS, most)).isEmpty();
    assertThat(watch.exceeded(LIMITS, most.plusMillis(1)))
        .contains("stopped by limits.cpu-time of the host, which is 10 min since its last reload");
  }

  @Test
  void onePageMoreThanTheHostLetsAVisitReadNowStopsIt() {
    resumed(Duration.ZERO, LIMITS.pages(), 0);
    assertThat(watch.exceeded(LIMITS, Duration.ZERO)).isEmpty();
    watch.read(PAGE, 0);
    assertThat(watch.exceeded(LIMITS, Duration.ZERO))
        .contains(
            "stopped by limits.pages of the host, which is 1,000,000 pages since its last reload");
  }

  @Test
  void oneByteMoreThanTheHostLetsAVisitReadNowStopsIt() {
    resumed(Duration.ZERO, 0, LIMITS.pageBytes());
    assertThat(watch.exceeded(LIMITS, Duration.ZERO)).isEmpty();
    watch.read(PAGE, 1);
    assertThat(watch.exceeded(LIMITS, Duration.ZERO))
        .contains(
            "stopped by limits.page-bytes of the host, which is 16 GiB since its last reload");
  }
}
