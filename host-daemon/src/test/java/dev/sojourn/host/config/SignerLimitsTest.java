package dev.sojourn.host.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitTally;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SignerLimitsTest {
  private static final SignerLimits LIMITS =
      new SignerLimits(2, 10, 100, 1_000, Duration.ofSeconds(60), 5_000);

  @Test
  void eachLimitIsSpentByItself() {
    assertThat(LIMITS.spentBy(used(9, 99, 999, 59))).isEmpty();
    assertThat(LIMITS.spentBy(used(10, 0, 0, 0))).contains("visits-a-day");
    assertThat(LIMITS.spentBy(used(0, 100, 0, 0))).contains("pages-a-day");
    assertThat(LIMITS.spentBy(used(0, 0, 1_000, 0))).contains("bytes-a-day");
    assertThat(LIMITS.spentBy(used(0, 0, 0, 60))).contains("cpu-a-day");
    assertThat(SignerLimits.NONE.spentBy(used(1L << 40, 1L << 40, 1L << 50, 1L << 30))).isEmpty();
  }

  @Test
  void aVisitTakesNoMoreThanTheDayHasLeft() {
    var before = new VisitTally(Duration.ofSeconds(1), 5, 50, 10, 1, VisitSpending.NONE);
    var within = LIMITS.within(VisitLimits.defaults(), before, used(1, 40, 400, 59));

    assertThat(within.pages()).isEqualTo(5 + 60);
    assertThat(within.pageBytes()).isEqualTo(50 + 600);
    assertThat(within.cpu()).isEqualTo(Duration.ofSeconds(1));
    var spent = LIMITS.within(VisitLimits.defaults(), before, used(1, 400, 4_000, 90));
    assertThat(spent.pages()).isEqualTo(6);
    assertThat(spent.cpu()).isEqualTo(Duration.ofMillis(1));
    assertThat(SignerLimits.NONE.within(VisitLimits.defaults(), VisitTally.NONE, SignerUsage.NONE))
        .isEqualTo(VisitLimits.defaults());
  }

  @Test
  void aVisitThatGoesOnTheNextDayIsWithinNoLimitOfThatDay() {
    var before = new VisitTally(Duration.ofSeconds(1), 5, 50, 10, 1, VisitSpending.NONE);

    assertThat(SignerLimits.NONE.within(VisitLimits.defaults(), before, SignerUsage.NONE))
        .isEqualTo(VisitLimits.defaults());
  }

  @Test
  void theNextDayBeginsAtMidnightOfUtc() {
    assertThat(SignerUsage.untilTomorrow(Instant.parse("2026-06-01T23:59:30Z")))
        .isEqualTo(Duration.ofSeconds(30));
  }

  private static SignerUsage used(long visits, long pages, long bytes, long cpuSeconds) {
    return new SignerUsage(visits, pages, bytes, Duration.ofSeconds(cpuSeconds));
  }
}
