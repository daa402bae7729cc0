/// Decides which code is let in, whoever sent it: [dev.sojourn.sandbox.admission.Admission] checks
/// a jar, each class in it, and every class and member that a class names, against lists of
/// permitted names.
///
/// Parsing foreign class files is dangerous itself, so all of this runs in a worker under a
/// deadline.
@NullMarked
package dev.sojourn.sandbox.admission;

import org.jspecify.annotations.NullMarked;
