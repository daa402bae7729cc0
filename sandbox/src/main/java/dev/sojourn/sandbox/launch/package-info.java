/// Prepares the start of a worker: its jars, its command line, the namespaces around it, and a
/// private directory for its socket.
///
/// The main class is [dev.sojourn.sandbox.launch.WorkerCommand].
@NullMarked
package dev.sojourn.sandbox.launch;

import org.jspecify.annotations.NullMarked;
