package dev.sojourn.sandbox.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerCommandTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "-XX:TieredStopAtLevel=1",
        "  -Xmx768m   -XX:TieredStopAtLevel=1 -Dname=value",
        "-XX:TieredStopAtLevel=4 -XX:TieredStopAtLevel=1"
      })
  void workersDoWithoutTheSecondCompilerWhereTheUserSaysSo(String options) {
    assertThat(WorkerCommand.compilers(options)).containsExactly("-XX:TieredStopAtLevel=1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-Xmx64g -XX:-UseSerialGC --enable-native-access=ALL-UNNAMED",
        "-XX:TieredStopAtLevel=1 -XX:TieredStopAtLevel=4",
        "-XX:TieredStopAtLevel=10",
        "-Dname=-XX:TieredStopAtLevel=1"
      })
  void noOtherOptionOfTheUserHoldsForWorkers(String options) {
    assertThat(WorkerCommand.compilers(options)).isEmpty();
  }

  @Test
  void anOptionBehindALineFeedCounts() {
    assertThat(WorkerCommand.compilers("-Xmx768m\n-XX:TieredStopAtLevel=1")).hasSize(1);
  }
}
