/// Proves the sandbox on the machine on which it stands: every attack of the corpus is tried
/// against workers as this daemon would start them. Decoys show whether one of them reached
/// something.
///
/// [dev.sojourn.host.doctor.Doctor] does it, [dev.sojourn.host.doctor.DoctorReport] is the result.
@NullMarked
package dev.sojourn.host.doctor;

import org.jspecify.annotations.NullMarked;
