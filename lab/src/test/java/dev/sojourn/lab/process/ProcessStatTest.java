package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ProcessStatTest {

  /// proc(5): the name may hold spaces and parentheses; the fields 14 to 17 are ticks, 24 is pages.
  @Test
  void readsTheFiguresBehindAnyName() {
    var line =
        "4711 (a (b) 1 2) S 1 4711 4711 0 -1 4194304 97 0 0 0 150 25 300 7 20 0 1 0 3508299 9 5";

    assertThat(ProcessStat.parse(line))
        .isEqualTo(
            new ProcessStat(
                4_711,
                1,
                3_508_299,
                Duration.ofMillis(1_750),
                Duration.ofMillis(3_070),
                5 * 4_096));
  }
}
