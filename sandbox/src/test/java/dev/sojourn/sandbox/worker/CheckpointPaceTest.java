package dev.sojourn.sandbox.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CheckpointPaceTest {
  private static final long MILLI = 1_000_000;

  private long now = 17;
  private final CheckpointPace pace = new CheckpointPace(Duration.ofSeconds(1), now);

  @Test
  void aCheapStateIsSavedAsOftenAsTheHostWants() {
    assertThat(pace.isDue(now + 999 * MILLI)).isFalse();
    assertThat(pace.isDue(now + 1_000 * MILLI)).isTrue();
    save(2, 1);
    assertThat(pace.isDue(now + 990 * MILLI)).isFalse();
    assertThat(pace.isDue(now + 1_000 * MILLI)).isTrue();
  }

  @Test
  void aStateThatTakesLongToSendIsSavedSoSeldomThatItTakesLessThanATwentiethOfTheTime() {
    save(300, 0);
    assertThat(pace.isDue(now + 300 * 23 * MILLI - 1)).isFalse();
    assertThat(pace.isDue(now + 300 * 23 * MILLI)).isTrue();
  }

  @Test
  void theTimeThatTheCallerWritesCountsToo() {
    answer(3);
    save(100, 203);
    assertThat(pace.isDue(now + 299 * 23 * MILLI)).isFalse();
    assertThat(pace.isDue(now + 300 * 23 * MILLI)).isTrue();
  }

  @Test
  void aPoliteCrawlThatWaitsForEachPageIsSavedAsOftenAsAnother() {
    answer(5_000);
    save(1, 5_000);
    answer(5_000);
    save(1, 5_001);
    assertThat(pace.isDue(now + 1_000 * MILLI)).isTrue();
  }

  @Test
  void aCheapSaveAfterADearOneIsFollowedSoonByTheNext() {
    save(1_000, 0);
    save(1, 0);
    assertThat(pace.isDue(now + 1_000 * MILLI)).isTrue();
  }

  @Test
  void muchThatWasSaidWaitsForALargeStateOnly() {
    save(1, 0);
    assertThat(pace.isAffordable(now + 24 * MILLI)).isTrue();
    assertThat(pace.isDue(now + 24 * MILLI)).isFalse();
    save(300, 0);
    assertThat(pace.isAffordable(now + 5_000 * MILLI)).isFalse();
  }

  @Test
  void aHostThatWantsEachCheckpointGetsEach() {
    var each = new CheckpointPace(Duration.ZERO, now);
    each.saved(now, now + 300 * MILLI);
    assertThat(each.isDue(now + 300 * MILLI)).isTrue();
  }

  @Test
  void aDiskThatHangsDelaysTheNextSaveByAMinuteAtMost() {
    save(100, 60_000);
    assertThat(pace.isDue(now + 59_999 * MILLI)).isFalse();
    assertThat(pace.isDue(now + 60_000 * MILLI)).isTrue();
  }

  /// Saves, and has the next answer a while later; the clock stands at the save's end.
  private void save(long sentMillis, long waitedMillis) {
    pace.saved(now, now + sentMillis * MILLI);
    now += sentMillis * MILLI;
    pace.answered(waitedMillis * MILLI);
  }

  private void answer(long waitedMillis) {
    pace.answered(waitedMillis * MILLI);
  }
}
