package dev.sojourn.host.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.host.doctor.AttackResult.Verdict;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AttackResultTest {
  private static final String DEAF =
      "the agent did not stop within 500 ms after the order to stop: cpu";

  @ParameterizedTest
  @CsvSource({
    "stopped, metering, stopped, metering, cpu: all spent, HELD",
    "stopped, metering, killed, metering, the worker ran out of memory, OTHERWISE",
    "denied, admission, stopped, metering, cpu: all spent, OTHERWISE",
    "denied, admission, finished, '', '', ESCAPED",
    "denied, '', denied, loader, VerifyError, HELD",
    "denied, '', denied, '', VerifyError, OTHERWISE",
    "denied, admission, denied, loader, no class file, OTHERWISE",
    "finished, '', finished, '', '', HELD",
    "finished, '', finished, worker, '', OTHERWISE",
    "failed, '', failed, '', an exception, HELD",
    "failed, '', finished, '', '', ESCAPED",
  })
  void saysWhatAnEndMeans(
      String outcome, String wall, String end, String by, String noted, Verdict verdict) {
    assertThat(result(outcome, wall, end, by, noted, false).verdict()).isEqualTo(verdict);
  }

  @ParameterizedTest
  @ValueSource(strings = {"failed", "finished"})
  void noWallEndsWhatEndsByItself(String outcome) {
    assertThatThrownBy(() -> new Attack.Expectation(outcome, "worker", ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("expected: none");
  }

  @Test
  void aBaitThatWasReachedCountsHoweverTheAttackEnded() {
    assertThat(result("stopped", "metering", "stopped", "metering", "cpu", true).verdict())
        .isEqualTo(Verdict.ESCAPED);
  }

  @Test
  void aStopThatTookTooLongMayHaveBeenCrowded() {
    assertThat(crowded("stopped", "metering", "killed", "metering", DEAF, false)).isTrue();
    assertThat(crowded("stopped", "metering", "killed", "metering", DEAF, true)).isFalse();
    assertThat(crowded("killed", "metering", "killed", "metering", DEAF, false)).isFalse();
    assertThat(crowded("killed", "process", "killed", "metering", DEAF, false)).isTrue();
    assertThat(crowded("stopped", "metering", "stopped", "metering", "cpu", false)).isFalse();
    assertThat(crowded("stopped", "metering", "killed", "metering", "ran out of memory", false))
        .isFalse();
  }

  @Test
  void aStepThatFoundNoRoomBesideOthersMayHaveBeenCrowded() {
    var noted = "allocatedBytes: no room for 4194304 more in the worker's heap";
    assertThat(crowded("denied", "admission", "stopped", "metering", noted, false)).isTrue();
    assertThat(crowded("stopped", "metering", "stopped", "metering", noted, false)).isFalse();
  }

  @Test
  void codeForWhichThereWasNoTimeBesideOthersMayHaveBeenCrowded() {
    var noted = "the agent was not admitted in time";
    assertThat(crowded("stopped", "metering", "killed", "admission", noted, false)).isTrue();
    assertThat(crowded("killed", "admission", "killed", "admission", noted, false)).isFalse();
  }

  @Test
  void aWorkerThatGotNoTurnBesideOthersMayHaveBeenCrowded() {
    var noted =
        "the worker was silent for 5 s, in a call that does not pause or for want of memory";
    assertThat(crowded("stopped", "metering", "killed", "metering", noted, false)).isTrue();
    assertThat(crowded("killed", "metering", "killed", "metering", noted, false)).isFalse();
  }

  @Test
  void aVisitWhoseTimeWasOverBeforeItsProcessorTimeMayHaveBeenCrowded() {
    var noted = "wallClock: wallClock: all of 20000 ms spent";
    assertThat(crowded("stopped", "metering", "stopped", "metering", noted, false)).isFalse();
    assertThat(crowded("failed", "", "stopped", "metering", noted, false)).isTrue();
  }

  private static boolean crowded(
      String outcome, String wall, String end, String by, String noted, boolean leaked) {
    return result(outcome, wall, end, by, noted, leaked).isCrowded();
  }

  private static AttackResult result(
      String outcome, String wall, String end, String by, String noted, boolean leaked) {
    var attack =
        new Attack(
            Attack.Kind.CODE,
            "cpu",
            "a loop",
            new Attack.Expectation(outcome, wall, ""),
            "guest.Guest",
            new byte[0],
            Optional.empty());
    return AttackResult.of(attack, new AttackEnd(end, by, noted), leaked);
  }
}
