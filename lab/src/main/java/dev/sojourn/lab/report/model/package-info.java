/// The model of a report: charts as series of medians with their spread, the runs without usable
/// figures, and the links. This package does not know how a report is drawn or written.
@NullMarked
package dev.sojourn.lab.report.model;

import org.jspecify.annotations.NullMarked;
