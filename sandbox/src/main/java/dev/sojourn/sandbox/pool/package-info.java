/// The worker processes: started, given to signers, watched, and ended. Start with
/// [dev.sojourn.sandbox.pool.WorkerPool]; what it does is decided in
/// [dev.sojourn.sandbox.pool.WorkerScheduler].
@NullMarked
package dev.sojourn.sandbox.pool;

import org.jspecify.annotations.NullMarked;
