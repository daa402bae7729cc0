/// The model of a report: charts as series of medians with their spread, the runs that give no
/// figures, and the links as they were. This package does not know how a report is drawn or
/// written.
@NullMarked
package dev.sojourn.lab.report.model;

import org.jspecify.annotations.NullMarked;
