package dev.sojourn.visit.combine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.agent.Scope;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.VisitRunner;
import dev.sojourn.visit.combine.CombinationProgress.LeftOut;
import dev.sojourn.visit.trial.CombinationTrial;
import dev.sojourn.visit.trial.NamedLimits;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Combinations with a machine that fails, and with forged states.
class CombinationRunnerTest {
  private static final AgentPart HONEST = reporting(1);
  private static final AgentPart THROWING =
      new AgentPart(Scope.site("http://forged.example"), new byte[0]);

  private final StateSandbox sandbox = new StateSandbox();
  private CombinationProgress kept = CombinationProgress.NONE;

  private static AgentPart reporting(int findings) {
    return new AgentPart(Scope.site("http://site.example"), new byte[] {(byte) findings});
  }

  private CombinationProgress run(long findings, List<AgentPart> parts)
      throws IOException, InterruptedException {
    var clock = InstantSource.fixed(Instant.EPOCH);
    var agent =
        new CombiningAgent(
            "signer",
            new VisitOrder.Code("00", new byte[1], "a.Agent"),
            "Sojourn",
            Map.of(),
            NamedLimits.of(VisitLimits.defaults(), List.of(Map.entry("findings", findings))));
    return new CombinationRunner(
            new VisitRunner(sandbox, clock), agent, (progress, _) -> kept = progress, clock)
        .run(CombinationTrial.listed(parts), kept.tryingAgain());
  }

  @Test
  void aMachineWithoutProcessesLeavesOutNoHonestAgent() throws Exception {
    var parts = Collections.nCopies(AgentPart.MOST + 20, HONEST);
    sandbox.workersLeft = 1;

    var stopped = run(10_000, parts);

    assertThat(stopped.failure())
        .isEqualTo(
            "A step lost its worker by no fault of an agent: no process can be started, the last of"
                + " 4 workers that were tried.");
    assertThat(stopped.next()).isEqualTo(AgentPart.MOST);
    assertThat(stopped.leftOut()).isEmpty();
    assertThat(kept).isEqualTo(stopped);

    sandbox.workersLeft = Integer.MAX_VALUE;
    var resumed = run(10_000, parts);
    assertThat(resumed.failure()).isEmpty();
    assertThat(resumed.leftOut()).isEmpty();
    assertThat(resumed.findings()).isEqualTo(parts.size());
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 100})
  void aForgedStateThatReportsAllThatIsLeftCostsItsOwnTerritoryOnly(int forged) throws Exception {
    var end = run(10, List.of(HONEST, reporting(forged), HONEST, HONEST));

    assertThat(end.failure()).isEmpty();
    assertThat(end.leftOut())
        .containsExactly(
            new LeftOut(
                1,
                "There are more than 5 findings about it, which is half of what may still be"
                    + " reported."));
    assertThat(end.findings()).isEqualTo(3);
  }

  @Test
  void whereAllFindingsAreSpentAgentsWithoutAnyAreStillTakenIn() throws Exception {
    var end = run(1, List.of(HONEST, HONEST, reporting(0)));

    assertThat(end.failure()).isEmpty();
    assertThat(end.leftOut())
        .containsExactly(
            new LeftOut(
                1, "There are findings about it, and the combination may report no more of them."));
    assertThat(end.findings()).isEqualTo(1);
  }

  @Test
  void agentsThatReportHalfOfTheFindingsTogetherAreAllTakenIn() throws Exception {
    var end = run(100, List.of(HONEST, reporting(9), reporting(0), reporting(40)));

    assertThat(end.leftOut()).isEmpty();
    assertThat(end.findings()).isEqualTo(50);
  }

  @Test
  void aCrowdOfForgedStatesWithLongMessagesEndsARunAndTheNextGoesOn() throws Exception {
    var parts = new ArrayList<>(Collections.nCopies(600, THROWING));
    parts.addFirst(HONEST);
    parts.addLast(HONEST);

    var first = run(10, parts);

    assertThat(first.failure()).startsWith("500 agents were left out, after which a run ends;");
    assertThat(first.failure()).hasSizeLessThanOrEqualTo(1_000);
    assertThat(first.leftOut())
        .hasSize(500)
        .allSatisfy(left -> assertThat(left.reason()).hasSizeLessThanOrEqualTo(500));

    var second = run(10, parts);
    assertThat(second.failure()).isEmpty();
    assertThat(second.leftOut()).hasSize(600);
    assertThat(second.findings()).isEqualTo(2);
  }
}
