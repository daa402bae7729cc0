package dev.sojourn.lab.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

@DisabledOnOs(OS.WINDOWS)
class ChildProcessTest {
  @Test
  void aProgramThatIsEndedLeavesNoProcessBehind() throws Exception {
    assertEnds("sleep 600 & echo $!; wait", ChildProcess::close);
  }

  @Test
  void aProgramThatDoesNotListenLeavesNoProcessBehind() throws Exception {
    assertEnds(
        "trap '' TERM; sleep 600 & echo $!; while :; do wait; done",
        child -> child.end(Duration.ofMillis(300)));
  }

  private static void assertEnds(String script, Consumer<ChildProcess> ending) throws Exception {
    try (var child = ChildProcess.start(new ProcessBuilder("sh", "-c", script))) {
      var behind = ProcessHandle.of(firstLine(child)).orElseThrow();
      assertThat(behind.isAlive()).isTrue();

      ending.accept(child);

      assertThat(child.process().isAlive()).isFalse();
      assertThat(behind.onExit().get(1, TimeUnit.MINUTES).isAlive()).isFalse();
    }
  }

  private static long firstLine(ChildProcess child) throws IOException {
    return Long.parseLong(child.process().inputReader().readLine());
  }
}
