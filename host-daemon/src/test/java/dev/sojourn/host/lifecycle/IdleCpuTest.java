package dev.sojourn.host.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class IdleCpuTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private double idle = 8;
  private int looks;
  private final IdleCpu spare =
      new IdleCpu(
          () -> {
            looks++;
            return idle;
          },
          () -> now);

  @BeforeEach
  void nothingIsSpareBeforeASecondWasSeen() {
    assertThat(spare.getAsBoolean()).isFalse();
    now = now.plusMillis(999);
    assertThat(spare.getAsBoolean()).isFalse();
    now = now.plusMillis(1);
  }

  @Test
  void halfAProcessorThatDidNothingIsSpare() {
    idle = 0.5;
    assertThat(spare.getAsBoolean()).isTrue();
  }

  @Test
  void aBusyMachineHasNone() {
    idle = 0.49;
    assertThat(spare.getAsBoolean()).isFalse();
  }

  @Test
  void aMachineThatReportsNothingHasNone() {
    idle = -1;
    assertThat(spare.getAsBoolean()).isFalse();
    pass(Duration.ofSeconds(1));
    idle = Double.NaN;
    assertThat(spare.getAsBoolean()).isFalse();
  }

  @Test
  void theMachineIsLookedAtOnceASecondHoweverOftenItIsAsked() {
    for (int i = 0; i < 1_000; i++) {
      assertThat(spare.getAsBoolean()).isTrue();
    }
    assertThat(looks).isEqualTo(2);
    idle = 0;
    assertThat(spare.getAsBoolean()).isTrue();
    pass(Duration.ofSeconds(1));
    assertThat(spare.getAsBoolean()).isFalse();
  }

  @Test
  void aClockThatWasSetBackEndsNothing() {
    assertThat(spare.getAsBoolean()).isTrue();
    idle = 0;
    pass(Duration.ofDays(-1));
    assertThat(spare.getAsBoolean()).isFalse();
  }

  private void pass(Duration time) {
    now = now.plus(time);
  }
}
