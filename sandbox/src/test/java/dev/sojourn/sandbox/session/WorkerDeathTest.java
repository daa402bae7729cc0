package dev.sojourn.sandbox.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.launch.Namespaces;
import dev.sojourn.sandbox.launch.Namespaces.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerDeathTest {
  private static final String COMPLAINT = "unshare: sigprocmask unblock failed: Invalid argument";

  @ParameterizedTest
  @CsvSource({
    "1, NONE, PROCESS, as after a crash",
    "1, OWN_ROOT, PROCESS, as after a crash",
    "1, OWN_NETWORK, PROCESS, as after a crash",
    "3, OWN_NETWORK, METERING, ran out of memory",
    "7, OWN_NETWORK, PROCESS, ended with status 7",
    "70, OWN_ROOT, PROCESS, failed in its own code",
    "159, OWN_NETWORK, PROCESS, a system call that is forbidden",
  })
  void aWorkerThatEndsByItselfIsTheFaultOfWhoWasInIt(
      int status, Kind kind, WallName by, String reason) {
    var death = WorkerDeath.of(status, "", new Namespaces(kind, ""));

    assertThat(death.by()).isEqualTo(by);
    assertThat(death.reason()).endsWith(reason);
    assertThat(death.isFromOutside()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"137, NONE, ''", "137, OWN_ROOT, ''", "1, OWN_NETWORK, " + COMPLAINT})
  void oneThatIsKilledFromOutsideIsNobodysFault(int status, Kind kind, String output) {
    assertThat(WorkerDeath.of(status, output, new Namespaces(kind, "")))
        .isEqualTo(
            new WorkerDeath(WallName.PROCESS, "the worker process was killed from outside", true));
  }

  @ParameterizedTest
  @CsvSource({"NONE", "OWN_ROOT"})
  void onlyUnshareComplains(Kind kind) {
    assertThat(WorkerDeath.of(1, COMPLAINT, new Namespaces(kind, "")).isFromOutside()).isFalse();
  }
}
