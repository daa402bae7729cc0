package dev.sojourn.lab.run;

import dev.sojourn.lab.experiment.Variant;
import dev.sojourn.lab.result.RunResult;

/// Hears how an experiment goes on, on the thread that runs it.
public interface RunListener {
  /// Earlier results have a fault.
  ///
  /// @param warning without full stop
  void warned(String warning);

  /// A run begins.
  ///
  /// @param number of the run, from 1
  /// @param all how many runs there are
  /// @param variant the variant that is run
  void begins(int number, int all, Variant variant);

  /// A run ended.
  ///
  /// @param result of the run
  void ended(RunResult result);
}
