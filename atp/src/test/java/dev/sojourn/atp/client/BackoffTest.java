package dev.sojourn.atp.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

final class BackoffTest {

  private static final RetryPolicy TEN =
      new RetryPolicy(10, Duration.ofMillis(200), Duration.ofSeconds(10), Duration.ofHours(1));

  private final List<Duration> slept = new ArrayList<>();

  @Test
  void eachStepIsTwiceAsLongUpToTheLongestAndCutByUpToAHalf() throws Exception {
    var backoff = backoff(TEN, 1);
    while (backoff.pause(Duration.ZERO)) {
      assertThat(slept).hasSizeLessThan(10);
    }

    assertThat(slept).hasSize(9);
    for (int i = 0; i < slept.size(); i++) {
      long step = Math.min(10_000, 200L << i);
      assertThat(slept.get(i).toMillis()).isBetween(step / 2, step);
    }
  }

  @Test
  void comesOnTopOfWhatTheHostAsksForAndNeverBefore() throws Exception {
    assertThat(backoff(TEN, 1).pause(Duration.ofSeconds(7))).isTrue();

    assertThat(slept.getFirst()).isBetween(Duration.ofMillis(7_100), Duration.ofMillis(7_200));
  }

  @Test
  void aHundredThatWereRefusedTogetherDoNotComeBackTogether() throws Exception {
    for (int seed = 0; seed < 100; seed++) {
      backoff(TEN, seed).pause(Duration.ofSeconds(1));
    }

    assertThat(slept.stream().distinct().count()).isGreaterThan(50);
  }

  @Test
  void endsWhenPatienceDoesWithoutSleeping() throws Exception {
    var impatient = new RetryPolicy(10, Duration.ofMillis(1), Duration.ofMillis(1), TEN.longest());

    assertThat(backoff(impatient, 1).pause(Duration.ofSeconds(11))).isFalse();
    assertThat(backoff(RetryPolicy.NEVER, 1).pause(Duration.ZERO)).isFalse();
    assertThat(slept).isEmpty();
  }

  private Backoff backoff(RetryPolicy policy, long seed) {
    return new Backoff(policy, new SplittableRandom(seed), slept::add);
  }
}
