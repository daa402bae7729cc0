/// The requisites of a worker before it is a process: its jars, its command line, the namespaces
/// around it, and a private directory for its socket.
///
/// Start with [dev.sojourn.sandbox.launch.WorkerCommand].
@NullMarked
package dev.sojourn.sandbox.launch;

import org.jspecify.annotations.NullMarked;
