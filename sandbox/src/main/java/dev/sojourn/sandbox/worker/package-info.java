/// The inside of a worker process: [dev.sojourn.sandbox.worker.WorkerMain] and one thread for each
/// visit. Agents of one signer may read everything in that process. An agent that passes the walls
/// inside it can also change everything. Therefore this package protects neither another signer nor
/// the process at the other end of the pipe.
@NullMarked
package dev.sojourn.sandbox.worker;

import org.jspecify.annotations.NullMarked;
