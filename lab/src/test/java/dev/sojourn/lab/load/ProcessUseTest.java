package dev.sojourn.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ProcessUseTest {

  /// proc(5): the name may hold spaces and parentheses; the fields 14 to 17 are ticks.
  @Test
  void readsTheTimesBehindAnyName() {
    var line = "4711 (a (b) 1 2) S 1 4711 4711 0 -1 4194304 97 0 0 0 150 25 300 7 20 0 1 0 3508299";

    assertThat(ProcessUse.Times.parse(line))
        .isEqualTo(new ProcessUse.Times(Duration.ofMillis(1_750), Duration.ofMillis(3_070)));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void countsAWorkerThatHasEnded() throws Exception {
    long self = ProcessHandle.current().pid();
    var before = ProcessUse.now(self);

    var busy = new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done");
    assertThat(busy.start().waitFor()).isZero();

    var after = ProcessUse.now(self);
    assertThat(after.workers().orElseThrow())
        .isGreaterThanOrEqualTo(before.workers().orElseThrow().plusMillis(20));
  }

  @Test
  void knowsNothingOfAProcessThatIsNotThere() {
    assertThat(ProcessUse.now(0).host()).isEmpty();
    assertThat(ProcessUse.now(0).workers()).isEmpty();
  }
}
