package dev.sojourn.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.lab.experiment.Fault;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FaultScheduleTest {
  private static Fault fault(int atMillis, String kill, int backMillis) {
    return new Fault(Duration.ofMillis(atMillis), kill, Duration.ofMillis(backMillis));
  }

  /// The next step in words; then the clock moves by its time.
  private static String next(FaultSchedule schedule, int endedAtMillis) {
    var step = schedule.next().orElseThrow();
    if (!step.isReturn()) {
      schedule.ended(step, Duration.ofMillis(endedAtMillis));
    }
    return "%s %s at %d"
        .formatted(step.fault().kill(), step.isReturn() ? "back" : "ends", step.at().toMillis());
  }

  @Test
  void aProgramThatEndsLateIsDownForAsLongAsWasAskedFor() {
    var schedule =
        new FaultSchedule(List.of(fault(1_000, "host 1", 500), fault(1_200, "dispatcher", 1_000)));

    assertThat(next(schedule, 1_000)).isEqualTo("host 1 ends at 1000");
    // Other work took its time, so it ends only at 4 s.
    assertThat(next(schedule, 4_000)).isEqualTo("dispatcher ends at 1200");
    assertThat(next(schedule, 0)).isEqualTo("host 1 back at 1500");
    assertThat(next(schedule, 0)).isEqualTo("dispatcher back at 5000");
    assertThat(schedule.next()).isEmpty();
  }

  @Test
  void ofEqualTimesTheOrderOfTheFileStays() {
    var schedule =
        new FaultSchedule(
            List.of(fault(2_000, "host 2", 0), fault(2_000, "host 1", 0), fault(0, "host 3", 0)));

    assertThat(next(schedule, 0)).isEqualTo("host 3 ends at 0");
    assertThat(next(schedule, 0)).isEqualTo("host 3 back at 0");
    assertThat(next(schedule, 2_010)).isEqualTo("host 2 ends at 2000");
    assertThat(next(schedule, 2_020)).isEqualTo("host 1 ends at 2000");
    assertThat(next(schedule, 0)).isEqualTo("host 2 back at 2010");
    assertThat(next(schedule, 0)).isEqualTo("host 1 back at 2020");
  }
}
