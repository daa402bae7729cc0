/// Running an experiment: every program is a process of its own on this machine, and every crossing
/// goes through an emulated link.
///
/// [ExperimentRunner] runs all variants and writes the results; [SingleRun] is one of them.
@NullMarked
package dev.sojourn.lab.run;

import org.jspecify.annotations.NullMarked;
