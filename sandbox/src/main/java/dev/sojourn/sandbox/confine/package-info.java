/// The confinement that a worker puts on itself before an agent comes: it gives up, for good, all
/// that the kernel would let it do besides computing and speaking on its pipe.
///
/// Start with [dev.sojourn.sandbox.confine.SeccompPolicy]; the table of permitted calls is
/// [dev.sojourn.sandbox.confine.SystemCall].
@NullMarked
package dev.sojourn.sandbox.confine;

import org.jspecify.annotations.NullMarked;
