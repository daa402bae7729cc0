/// Tests the sandbox on this machine: tries every attack of the corpus against workers that are
/// started as the daemon starts them. Decoys show whether an attack reached something.
///
/// [dev.sojourn.host.doctor.Doctor] runs the examination, and
/// [dev.sojourn.host.doctor.DoctorReport] is its result.
@NullMarked
package dev.sojourn.host.doctor;

import org.jspecify.annotations.NullMarked;
