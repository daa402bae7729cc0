package dev.sojourn.kit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A trial saves and reads the state at each checkpoint, even if the pace of a host would not.
@AgentTest(LeakyAgent.class)
@Timeout(120)
class CheckpointTrialIT {
  @ParameterizedTest
  @ValueSource(strings = {"checkpointEvery=0ms", "checkpointEvery=1h"})
  void whatCannotTravelAtOneCheckpointFailsAtAnyPace(String pace, AgentTrial trial) {
    var visit = leaky(trial, "page").limit(pace).visit();

    assertThat(visit.outcome()).isEqualTo("failed");
    assertThat(visit.reason())
        .startsWith("state: LeakyAgent.kept: ")
        .contains("GuestPage cannot travel");
  }

  @ParameterizedTest
  @ValueSource(strings = {"checkpointEvery=0ms", "checkpointEvery=1h"})
  void whatCannotBeReadAgainFailsAtAnyPace(String pace, AgentTrial trial) {
    var visit = leaky(trial, "unmade").limit(pace).visit();

    assertThat(visit.outcome()).isEqualTo("failed");
    assertThat(visit.reason())
        .isEqualTo(
            "state: LeakyAgent.kept: the constructor of "
                + LeakyAgent.Unmade.class.getName()
                + " failed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"checkpointEvery=0ms", "checkpointEvery=1h"})
  void whatTravelsPasses(String pace, AgentTrial trial) {
    assertThat(leaky(trial, "nothing").limit(pace).visit().outcome()).isEqualTo("finished");
  }

  private static AgentTrial leaky(AgentTrial trial, String keeps) {
    return trial.page("index.html", "<title>One</title>").with("keeps=" + keeps);
  }
}
