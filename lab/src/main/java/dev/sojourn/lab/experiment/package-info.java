/// The experiment file: its format, reading and checking.
///
/// [ExperimentReader] reads a TOML file and reports all of its mistakes; [Experiment] is the
/// outcome, with one [Variant] for each combination of the settings that vary.
@NullMarked
package dev.sojourn.lab.experiment;

import org.jspecify.annotations.NullMarked;
