package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.result.RunResult;

/// Receives the progress of an experiment, on the thread that runs it.
public interface RunListener {
  /// Reports a fault in earlier results.
  ///
  /// @param warning without a full stop
  void warned(String warning);

  /// Reports that a run begins.
  ///
  /// @param number of the run, from 1
  /// @param all number of all runs
  /// @param variant the variant that is run
  void begins(int number, int all, Variant variant);

  /// Reports that a run has ended.
  ///
  /// @param result of the run
  void ended(RunResult result);
}
