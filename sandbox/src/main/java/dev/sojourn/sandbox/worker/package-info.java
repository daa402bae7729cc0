/// The inside of a worker process: [dev.sojourn.sandbox.worker.WorkerMain] and one thread for each
/// visit. Everything in that process may be read and, once an agent has got past the walls inside
/// it, changed by the agents of one signer; so this package guards neither another signer nor the
/// process at the other end of the pipe.
@NullMarked
package dev.sojourn.sandbox.worker;

import org.jspecify.annotations.NullMarked;
