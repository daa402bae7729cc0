/// Runs an experiment. Every program is a separate process on this machine, and every connection
/// between them uses an emulated link.
///
/// [ExperimentRunner] runs all variants and writes the results; [SingleRun] makes one run.
@NullMarked
package dev.sojourn.lab.run;

import org.jspecify.annotations.NullMarked;
