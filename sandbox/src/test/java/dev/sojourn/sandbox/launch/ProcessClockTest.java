package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessClockTest {
  private static final String REST =
      " S 6 7 7 0 -1 4194560 9 0 0 0 123 45 8 9 20 0 1 0 777 1000 2 3 4 5";

  @ParameterizedTest
  @ValueSource(strings = {"java", "", "a b", ") R 1 2 3 4 5 6", "((", "x) S 9 9"})
  void aNameCannotBeTakenForTheTime(String name) {
    var fields = ProcessClock.parse("42 (" + name + ")" + REST).orElseThrow();
    assertThat(ProcessClock.nanos(fields)).hasValue(1_680_000_000L);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "42", "42 (java) S 1 2", "42 (java"})
  void aLineThatIsNoneOfLinuxReportsNothing(String line) {
    assertThat(ProcessClock.parse(line)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "", "99999999999999999999", "9223372036854775807"})
  void aTimeThatIsNoNumberReportsNothing(String ticks) {
    var line = "42 (java)" + REST.replace("123", ticks);
    assertThat(ProcessClock.nanos(ProcessClock.parse(line).orElseThrow())).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aProcessThatIsGoneHasNoTime() throws Exception {
    var process = new ProcessBuilder("sleep", "60").start();
    try {
      var clock = ProcessClock.of(process).orElseThrow();
      assertThat(clock.pid()).isEqualTo(process.pid());
      assertThat(clock.nanos()).isPresent();
      // As another process that has got its number.
      assertThat(new ProcessClock(clock.pid(), "1").nanos()).isEqualTo(OptionalLong.empty());
      process.destroyForcibly().waitFor();
      assertThat(clock.nanos()).isEmpty();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void theTimeIsThatOfTheWorkerAndNotOfWhatWaitsForIt() throws Exception {
    var process = new ProcessBuilder("sh", "-c", "sh -c 'while :; do :; done; :'; :").start();
    try {
      await().until(() -> process.descendants().count() == 1);
      var clock = ProcessClock.of(process).orElseThrow();
      assertThat(clock.pid()).isEqualTo(process.children().findFirst().orElseThrow().pid());
      await().until(() -> clock.nanos().orElseThrow() > 0);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
