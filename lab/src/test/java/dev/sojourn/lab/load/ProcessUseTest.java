package dev.sojourn.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures all processes below its own")
class ProcessUseTest {

  @Test
  @EnabledOnOs(OS.LINUX)
  void countsAWorkerThatHasEnded() throws Exception {
    long self = ProcessHandle.current().pid();
    var before = ProcessUse.now(self);

    var busy = new ProcessBuilder("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done");
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
