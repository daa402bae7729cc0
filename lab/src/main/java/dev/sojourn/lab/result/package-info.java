/// The results of an experiment, as the files of a results directory and as records.
///
/// [ResultsDirectory] reads and writes the directory; [RunResult] is one run; [Measure] is one
/// figure of a run for plots. `docs/lab.md` describes the files.
@NullMarked
package dev.sojourn.lab.result;

import org.jspecify.annotations.NullMarked;
