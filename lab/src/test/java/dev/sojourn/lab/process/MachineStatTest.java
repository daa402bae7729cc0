package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MachineStatTest {

  /// proc_stat(5): user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.
  @Test
  void timeThatIsIdleOrWaitsForDisksIsNotBusy() {
    var earlier = MachineStat.parse("cpu  100 20 30 4000 500 6 7 80 9 10").orElseThrow();
    var later = MachineStat.parse("cpu  200 20 30 9000 900 6 7 90 9 10").orElseThrow();

    assertThat(earlier)
        .isEqualTo(new MachineStat(Duration.ofMillis(1_630), Duration.ofMillis(800)));
    assertThat(later.since(earlier))
        .isEqualTo(new MachineStat(Duration.ofSeconds(1), Duration.ofMillis(100)));
  }

  @Test
  void anotherLineIsNone() {
    assertThat(MachineStat.parse("cpu0 1 2 3 4 5 6 7 8 9")).isEmpty();
    assertThat(MachineStat.parse("cpu  1 2 3")).isEmpty();
  }
}
