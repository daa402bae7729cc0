package dev.sojourn.lab.run;

import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.util.List;

/// The runs of an experiment that have ended.
///
/// @param runs in their order, those of earlier sessions first
/// @param planned how many the experiment has; more than there are if it was interrupted
public record EndedRuns(List<RunResult> runs, int planned) {
  /// Copies the list.
  public EndedRuns {
    runs = List.copyOf(runs);
  }

  /// {@return whether all have been made}
  public boolean isWhole() {
    return runs.size() == planned;
  }

  /// {@return how many ended in a way}
  ///
  /// @param outcome the way
  public long count(RunOutcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }
}
