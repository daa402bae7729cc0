package dev.sojourn.lab.run;

import dev.sojourn.lab.result.RunOutcome;
import dev.sojourn.lab.result.RunResult;
import java.util.List;

/// The runs of an experiment that have ended.
///
/// @param runs in order; those of earlier sessions come first
/// @param planned number of runs of the experiment; larger than that of `runs` if it was
///   interrupted
public record EndedRuns(List<RunResult> runs, int planned) {
  /// Copies the list.
  public EndedRuns {
    runs = List.copyOf(runs);
  }

  /// {@return whether all planned runs have ended}
  public boolean isWhole() {
    return runs.size() == planned;
  }

  /// {@return how many runs had an outcome}
  ///
  /// @param outcome the outcome to count
  public long count(RunOutcome outcome) {
    return runs.stream().filter(run -> run.outcome() == outcome).count();
  }
}
