/// The worker processes: started, given to signers, watched, and ended. Start with
/// [dev.sojourn.sandbox.pool.WorkerPool].
@NullMarked
package dev.sojourn.sandbox.pool;

import org.jspecify.annotations.NullMarked;
