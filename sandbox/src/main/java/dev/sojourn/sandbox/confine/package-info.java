/// The confinement of a worker by itself before an agent arrives. It permanently gives up
/// everything that the kernel would allow, except computing and using its pipe.
///
/// The main class is [dev.sojourn.sandbox.confine.SeccompPolicy]; the table of permitted calls is
/// [dev.sojourn.sandbox.confine.SystemCall].
@NullMarked
package dev.sojourn.sandbox.confine;

import org.jspecify.annotations.NullMarked;
