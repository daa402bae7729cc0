package dev.sojourn.visit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitSpending;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class VisitTallyTest {
  private static final VisitLimits LIMITS =
      new VisitLimits(
          Duration.ofSeconds(100),
          Duration.ofSeconds(90),
          800,
          700,
          600,
          500,
          50,
          400,
          300,
          40,
          200,
          100,
          Duration.ofSeconds(1));

  @Test
  void everyLimitCountsWhatWasSpentBeforeARestart() {
    var spent =
        new VisitTally(
            Duration.ofSeconds(1),
            2,
            3,
            99,
            4,
            new VisitSpending(Duration.ofSeconds(5), 6, new VisitSpending.Said(7, 8, 9, 10)));

    assertThat(spent.remainderOf(LIMITS))
        .isEqualTo(
            new VisitLimits(
                Duration.ofSeconds(99),
                Duration.ofSeconds(85),
                794,
                698,
                597,
                496,
                50,
                393,
                292,
                40,
                191,
                90,
                Duration.ofSeconds(1)));
  }

  @Test
  void whoHasSpentAllIsStoppedByTheFirstThingTheyDo() {
    var all =
        new VisitTally(
            Duration.ofHours(1),
            9_000,
            9_000,
            9_000,
            9_000,
            new VisitSpending(
                Duration.ofHours(1), 9_000, new VisitSpending.Said(9_000, 9_000, 9_000, 9_000)));

    assertThat(all.remainderOf(LIMITS))
        .isEqualTo(
            new VisitLimits(
                Duration.ofMillis(1),
                Duration.ofMillis(1),
                1,
                1,
                1,
                1,
                50,
                1,
                1,
                40,
                1,
                1,
                Duration.ofSeconds(1)));
  }

  @Test
  void aBudgetIsSpentWhenNothingOfItIsLeft() {
    var said = VisitSpending.Said.NOTHING;
    var some = new VisitSpending(LIMITS.cpu().minusNanos(1), LIMITS.allocatedBytes() - 1, said);
    long pages = LIMITS.pages();
    var tally = new VisitTally(Duration.ZERO, pages - 1, 0, 0, 0, some);
    assertThat(tally.hasSpent(LIMITS)).isFalse();
    assertThat(new VisitTally(Duration.ZERO, pages, 0, 0, 0, some).hasSpent(LIMITS)).isTrue();
    assertThat(new VisitTally(LIMITS.wallClock(), 0, 0, 0, 0, some).hasSpent(LIMITS)).isTrue();
    var cpu = new VisitSpending(LIMITS.cpu(), 0, said);
    assertThat(new VisitTally(Duration.ZERO, 0, 0, 0, 0, cpu).hasSpent(LIMITS)).isTrue();
  }

  @Test
  void afterALossTimeStaysSpentAndPagesAreAskedForAgain() {
    var spending = new VisitSpending(Duration.ofSeconds(5), 6, VisitSpending.Said.NOTHING);
    var checkpoint = new VisitTally(Duration.ofSeconds(1), 2, 3, 4, 5, VisitSpending.NONE);
    var spent = new VisitTally(Duration.ofSeconds(10), 20, 30, 40, 50, spending);

    assertThat(spent.backAt(checkpoint))
        .isEqualTo(new VisitTally(Duration.ofSeconds(10), 2, 3, 4, 5, spending));
  }
}
