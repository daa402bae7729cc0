package dev.sojourn.host.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.host.rules.Ban;
import dev.sojourn.host.rules.TrustDecisions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// A clock of the machine that is set while a daemon runs.
class ClockWatchTest {
  private static final Duration HOUR = Duration.ofHours(1);

  private Instant time = Instant.parse("2026-06-01T12:00:00Z");
  private Duration passed = Duration.ZERO;
  private final List<Duration> steps = new ArrayList<>();
  private final ClockWatch watch = new ClockWatch(() -> time, () -> passed.toNanos(), steps::add);

  private void pass(Duration real, Duration shown) {
    passed = passed.plus(real);
    time = time.plus(shown);
    watch.look();
  }

  @Test
  void aClockThatGoesOrIsSteeredSlowlyIsNoticedBySilence() {
    pass(HOUR, HOUR);
    pass(Duration.ofSeconds(1), Duration.ofMillis(1_300));
    assertThat(steps).isEmpty();
  }

  @Test
  void aClockThatWasSetIsNoticedOnceInBothDirections() {
    pass(Duration.ofSeconds(1), Duration.ofSeconds(1).minus(HOUR));
    pass(Duration.ofSeconds(1), Duration.ofSeconds(1));
    pass(Duration.ofSeconds(1), Duration.ofSeconds(1).plus(HOUR));
    assertThat(steps).containsExactly(HOUR.negated(), HOUR);
  }

  @Test
  void aBanForAnHourLastsAnHourThoughTheClockWentBack() throws Exception {
    var ban =
        new Ban("signer", time, Optional.of(time.plus(HOUR)), Optional.empty(), Optional.empty());
    var forGood = new Ban("other", time, Optional.empty(), Optional.empty(), Optional.empty());
    var bans = TrustDecisions.NONE.with(ban).with(forGood);
    pass(Duration.ofMinutes(30), Duration.ofMinutes(30).minus(Duration.ofDays(1)));
    var after = bans.shifted(steps.getFirst());

    assertThat(after.bars("signer", "key", Optional.empty(), time)).isTrue();
    assertThat(bans.bars("signer", "key", Optional.empty(), time.plus(HOUR))).isTrue();
    var later = time.plus(Duration.ofMinutes(30));
    assertThat(after.bars("signer", "key", Optional.empty(), later.minusSeconds(1))).isTrue();
    assertThat(after.bars("signer", "key", Optional.empty(), later)).isFalse();
    assertThat(after.bans()).contains(forGood);
  }
}
