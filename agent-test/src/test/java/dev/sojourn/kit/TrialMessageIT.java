package dev.sojourn.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Messages to an agent of a test.
@AgentTest(AnsweringAgent.class)
@Timeout(120)
class TrialMessageIT {
  @BeforeEach
  void write(AgentTrial trial) {
    trial.page("index.html", "<title>One</title>");
  }

  @Test
  void messagesAreAnsweredInTheirOrderAndEachIsHeardOnce(AgentTrial trial) {
    assertThat(trial.message("a").message("b").visit().answers()).containsExactly("a 1", "b 2");
    assertThat(trial.visit().answers()).isEmpty();
  }

  @Test
  void aMessageWakesAnAgentThatParkedUntilOne(AgentTrial trial) {
    trial.visit();
    assertThatIllegalStateException()
        .isThrownBy(trial::wake)
        .withMessage("nothing wakes it: it stays until a message");
    var woken = trial.message("how far?").wake();
    assertThat(woken.outcome()).as("%s", woken).isEqualTo("parked");
    assertThat(woken.log()).containsExactly("Wake[by=MESSAGE]");
    assertThat(woken.answers()).containsExactly("how far? 1");
  }

  @Test
  void noMessageWakesAnAgentThatStaysForPages(AgentTrial trial) {
    trial.with("staysForPages=true").visit();
    assertThatIllegalStateException()
        .isThrownBy(() -> trial.message("a").wake())
        .withMessageStartingWith("no message wakes it: it stays until ");
  }

  @Test
  void anAgentWithoutACheckpointHearsNothing(AgentTrial trial) {
    var visit = trial.with("isDeaf=true").message("a").visit();
    assertThat(visit.outcome()).isEqualTo("parked");
    assertThat(visit.answers()).isEmpty();
  }

  @Test
  void aMessageThatFailsTheAgentIsNotAnswered(AgentTrial trial) {
    var visit = trial.message("a").message("fail").visit();
    assertThat(visit.outcome()).isEqualTo("failed");
    assertThat(visit.reason()).contains("as it was asked to");
    assertThat(visit.answers()).containsExactly("a 1");
  }

  @Test
  void aMessageThatIsTooLongForAnyHostIsRefused(AgentTrial trial) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> trial.message("x".repeat(16_001)))
        .withMessage("message: a text of 16001 characters (expected: at most 16000)");
  }
}
