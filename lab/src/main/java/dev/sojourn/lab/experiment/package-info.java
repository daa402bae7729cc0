/// The format, reading and checking of the experiment file.
///
/// [ExperimentReader] reads a TOML file and reports all its mistakes. Its result is an
/// [Experiment], with one [Variant] for each combination of the varied settings.
@NullMarked
package dev.sojourn.lab.experiment;

import org.jspecify.annotations.NullMarked;
