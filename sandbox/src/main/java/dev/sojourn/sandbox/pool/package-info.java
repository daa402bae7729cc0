/// The worker processes: started, given to signers, watched, and ended. Start with
/// [dev.sojourn.sandbox.pool.WorkerPool]; [dev.sojourn.sandbox.pool.WorkerScheduler] decides for
/// it.
@NullMarked
package dev.sojourn.sandbox.pool;

import org.jspecify.annotations.NullMarked;
