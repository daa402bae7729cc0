package dev.sojourn.base.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Handles Ctrl-C and SIGTERM: interrupts the working thread, and waits for it before the process
/// ends.
public final class Interruption implements AutoCloseable {
  private final CountDownLatch done = new CountDownLatch(1);
  private final Duration atMost;
  private final Thread hook;
  private volatile ExitCode exitCode = ExitCode.PARTIAL;

  private Interruption(Thread worker, Duration atMost) {
    this.atMost = atMost;
    this.hook = Thread.ofPlatform().name("interruption").unstarted(() -> end(worker));
  }

  /// {@return a handler that interrupts the calling thread, active until it is closed}
  ///
  /// @param atMost how long the thread may take to finish
  public static Interruption ofThisThread(Duration atMost) {
    var interruption = new Interruption(Thread.currentThread(), atMost);
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void end(Thread worker) {
    worker.interrupt();
    try {
      if (done.await(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        // Otherwise the exit code would report a kill by the signal, although the thread ended
        // normally.
        Runtime.getRuntime().halt(exitCode.code());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Sets the exit code of the process if it is interrupted.
  ///
  /// @param code instead of [ExitCode#PARTIAL]
  public void exitCode(ExitCode code) {
    exitCode = code;
  }

  /// Records that the thread has finished, which ends the wait.
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending, and the hook waits for this call.
    }
  }
}
