package dev.sojourn.kit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.sojourn.agent.Scope;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.sandbox.AgentPart;
import dev.sojourn.visit.combine.CombinationJournal;
import dev.sojourn.visit.combine.CombinationProgress;
import dev.sojourn.visit.trial.CombinationTrial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Combinations of agents, honest ones and those that a host made up, in the real sandbox.
@AgentTest(
    value = MarkedTitlesAgent.class,
    limits = {"cpu=400ms", "allocatedBytes=512MiB", "outputBytes=1MiB", "checkpointEvery=0ms"})
@Timeout(120)
class CombinationIT {
  private static TriedCombination combine(AgentTrial trial, String... titles) {
    for (var title : titles) {
      var visit = trial.restart().page("index.html", "<title>" + title + "</title>").visit();
      assertThat(visit.outcome()).as("%s", visit).isEqualTo("finished");
    }
    return trial.combine();
  }

  @Test
  void eachAgentIsTakenInOnceAndTheReportFollows(AgentTrial trial) {
    var combined = combine(trial, "one", "fetch", "two");
    assertThat(combined.agents()).as("%s", combined).isEqualTo(3);
    assertThat(combined.values("title")).containsExactly("one", "fetch", "two");
    assertThat(combined.values("territory"))
        .containsExactly("http://localhost", "http://site2.localhost", "http://site3.localhost");
    assertThat(combined.values("part")).containsExactly("0", "1", "2");
    assertThat(combined.values("titles")).containsOnly("[\"one\",\"fetch\",\"two\"]");
    assertThat(combined.log())
        .containsExactly("Combination[] OutOfScope[url=http://site2.localhost/]");
    assertThat(combined.failure()).isEmpty();
  }

  /// So URLs in its fields are of the territory with which it is taken in.
  @Test
  void eachAgentVisitsTheSiteOfItsTerritory(AgentTrial trial) {
    trial.page("index.html", "<title>one</title>").page("two.html", "<title>two</title>");
    assertThat(trial.restart().visit().pages()).containsExactly("http://localhost/");
    assertThat(trial.restart().visit("/two.html").pages())
        .containsExactly("http://site2.localhost/two.html");
    assertThat(trial.visit().pages()).containsExactly("http://site2.localhost/");
    var denied = trial.page("robots.txt", "User-agent: *\nDisallow: /").restart().visit();
    assertThat(denied.disallowed()).containsExactly("http://site3.localhost/");
  }

  @Test
  void anAgentThatThrowsLoopsAllocatesFloodsOrGrowsIsLeftOutAndNoOther(AgentTrial trial) {
    var combined = combine(trial, "a", "throw", "b", "loop", "allocate", "flood", "grow", "c");
    assertThat(combined.agents()).as("%s", combined).isEqualTo(3);
    assertThat(combined.values("title")).containsExactly("a", "b", "c");
    assertThat(combined.values("titles")).containsOnly("[\"a\",\"b\",\"c\"]");
    assertThat(combined.leftOut())
        .satisfiesExactly(
            reason -> assertThat(reason).contains("as the title says", "combine (line"),
            reason -> assertThat(reason).contains("cpu"),
            reason -> assertThat(reason).contains("allocatedBytes"),
            reason -> assertThat(reason).contains("outputBytes"),
            reason -> assertThat(reason).contains("stateBytes"));
  }

  @Test
  void aStateThatNoAgentWroteIsLeftOut(AgentTrial trial) throws Exception {
    var honest = state(trial, "one");
    var cut = Arrays.copyOf(honest, honest.length - 3);
    var foreign = honest.clone();
    Arrays.fill(foreign, 3, foreign.length, (byte) 0x7f);
    var parts = List.of(part(cut), part(honest), part(new byte[0]), part(foreign));
    var combined = trial.combination().run(trial.sandbox(), parts);
    assertThat(combined.progress().leftOut())
        .extracting(CombinationProgress.LeftOut::part)
        .containsExactly(0, 2, 3);
    assertThat(combined.progress().failure()).isEmpty();
    assertThat(new TriedCombination(combined).values("title")).containsExactly("one");
  }

  @Test
  void anAgentThatCanTakeInNoneEndsTheCombination(AgentTrial trial) throws Exception {
    var parts = new ArrayList<AgentPart>();
    var bad = part(state(trial, "throw"));
    for (int i = 0; i < 50; i++) {
      parts.add(bad);
    }
    var progress = trial.combination().run(trial.sandbox(), parts).progress();
    assertThat(progress.failure())
        .startsWith("None of the first 10 agents can be taken in, the last since: ");
    assertThat(progress.leftOut()).hasSize(10);
  }

  /// A journal that fails before or behind a step is a process that was killed there.
  @Test
  void goesOnAfterEachStepAtWhichItWasKilledAndKeepsEachFindingOnce(AgentTrial trial)
      throws Exception {
    var parts =
        List.of(part(state(trial, "one")), part(state(trial, "throw")), part(state(trial, "two")));
    var undisturbed = trial.combination().run(trial.sandbox(), parts);
    var disk = new Disk();
    while (!disk.progress.isOver()) {
      var from = disk.progress;
      disk.isToFail = true;
      assertThatIOException()
          .isThrownBy(
              () ->
                  trial
                      .combination()
                      .runner(trial.sandbox(), disk)
                      .run(CombinationTrial.listed(parts), from));
    }
    assertThat(disk.kept).isEqualTo(undisturbed.kept());
    assertThat(disk.progress.leftOut()).isEqualTo(undisturbed.progress().leftOut());
    assertThat(disk.kills).isGreaterThan(10);
  }

  private static final class Disk implements CombinationJournal {
    private final List<ParcelLine> kept = new ArrayList<>();
    private CombinationProgress progress = CombinationProgress.NONE;
    private boolean isToFail;
    private boolean isFailingBefore;
    private int kills;

    @Override
    public void keep(CombinationProgress next, List<ParcelLine> lines) throws IOException {
      isFailingBefore = !isFailingBefore;
      if (!isFailingBefore) {
        progress = next;
        kept.addAll(lines);
      }
      if (isToFail) {
        kills++;
        throw new IOException("killed");
      }
    }
  }

  private static AgentPart part(byte[] state) {
    return new AgentPart(Scope.site("http://localhost"), state);
  }

  private static byte[] state(AgentTrial trial, String title) {
    trial.restart().page("index.html", "<title>" + title + "</title>").visit();
    return trial.state().orElseThrow();
  }
}
