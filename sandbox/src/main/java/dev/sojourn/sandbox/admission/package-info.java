/// Decides which code may run, independent of its sender. [dev.sojourn.sandbox.admission.Admission]
/// checks a jar and its classes. Every class and member that they name must be in a list of
/// permitted names.
///
/// Parsing foreign class files is dangerous, so these checks run in a worker with a deadline.
@NullMarked
package dev.sojourn.sandbox.admission;

import org.jspecify.annotations.NullMarked;
