package dev.sojourn.dispatcher.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitLimits;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitResult;
import dev.sojourn.visit.VisitTally;
import dev.sojourn.visit.trial.NamedLimits;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The advice of a trial that a limit stopped.
final class TrialReportTest {
  private static String reason(String limit, String noted, VisitLimits limits) {
    var end = new VisitOutcome.Stopped(Optional.of(limit), noted, CodePlace.UNKNOWN);
    var result = new VisitResult(end, Optional.empty(), List.of(), VisitTally.NONE);
    return TrialReport.of(result, limits, List.of()).reason();
  }

  @Test
  void aSpentBudgetCanBeRaised() {
    var noted = "allocatedBytes: all of 274877906944 spent";

    assertThat(reason("allocatedBytes", noted, VisitLimits.defaults()))
        .endsWith(" of allocated memory spent (--limits allocatedBytes=N allows more)");
  }

  @Test
  void aFullHeapIsNoLimitThatCanBeRaised() {
    var noted = "allocatedBytes: no room for 9 bytes more in the worker's heap";

    assertThat(reason("allocatedBytes", noted, VisitLimits.defaults()))
        .isEqualTo(
            "no room for 9 bytes more in the worker's heap (no limit of --limits: keep less at"
                + " once; at a host it is limits.heap)");
  }

  @Test
  void theLargestStateThatThereIsCannotBeRaised() {
    var noted = "stateBytes: more than 16777216";
    var usual = VisitLimits.defaults();
    var small = NamedLimits.of(usual, List.of(Map.entry("stateBytes", 1L << 20)));

    assertThat(reason("stateBytes", noted, usual))
        .isEqualTo(
            "all of its 16 MiB of state spent (the most that there is: let the agent need less)");
    assertThat(reason("stateBytes", noted, small))
        .isEqualTo("all of its 1 MiB of state spent (--limits stateBytes=N allows more)");
  }
}
