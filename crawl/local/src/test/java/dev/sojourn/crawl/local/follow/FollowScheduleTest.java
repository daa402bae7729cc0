package dev.sojourn.crawl.local.follow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class FollowScheduleTest {
  private static final Instant BEGUN = Instant.parse("2026-05-02T10:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private final FollowSchedule first = FollowSchedule.of(DAY, BEGUN);

  @Test
  void whatNoAgentWatchesIsVisitedAgainAtTheInterval() {
    assertThat(first.due(true, true)).isEqualTo(BEGUN.plus(DAY));
    assertThat(first.due(true, false)).isEqualTo(BEGUN.plus(DAY));
  }

  @Test
  void whereAllAgentsStayARoundComesBeforeTheirStaysEnd() {
    assertThat(first.due(false, true)).isEqualTo(BEGUN.plus(Duration.ofDays(4)));
    var rare = FollowSchedule.of(Duration.ofDays(30), BEGUN);
    assertThat(rare.due(true, true)).isBefore(BEGUN.plus(FollowSchedule.LONGEST_STAY));
    assertThat(rare.due(true, false)).isEqualTo(BEGUN.plus(Duration.ofDays(30)));
  }

  @Test
  void aStayThatEndedIsBegunAnewSoonAndLaterEachTimeThatItDoesNotHelp() {
    var schedule = first;
    for (long minutes : new long[] {1, 2, 4, 8}) {
      var ended = schedule.begun().plusSeconds(10);
      schedule = schedule.stayEnded(ended).stayEnded(ended.plusSeconds(5));
      var due = schedule.due(false, true);
      assertThat(due).isEqualTo(ended.plus(Duration.ofMinutes(minutes)));
      schedule = schedule.nextRound(due);
    }
    for (int i = 0; i < 100; i++) {
      schedule = schedule.stayEnded(schedule.begun()).nextRound(schedule.begun());
    }
    assertThat(schedule.stayEnded(BEGUN).due(false, true)).isEqualTo(BEGUN.plus(DAY));
  }

  @Test
  void aRoundInWhichNoStayEndedForgetsTheEarlyOnes() {
    var late = first.stayEnded(BEGUN).nextRound(BEGUN).nextRound(BEGUN.plus(DAY));
    assertThat(late).isEqualTo(FollowSchedule.of(DAY, BEGUN.plus(DAY)));
  }

  @Test
  void refusesAnIntervalOfNothing() {
    assertThatThrownBy(() -> FollowSchedule.of(Duration.ZERO, BEGUN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("every");
  }
}
