package dev.sojourn.base.cli;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// The end of a command by Ctrl-C or SIGTERM: it becomes an interrupt of the thread that works,
/// which may finish before the process ends.
public final class Interruption implements AutoCloseable {
  private final CountDownLatch done = new CountDownLatch(1);
  private final Duration atMost;
  private final Thread hook;
  private volatile ExitCode exitCode = ExitCode.PARTIAL;

  private Interruption(Thread worker, Duration atMost) {
    this.atMost = atMost;
    this.hook = Thread.ofPlatform().name("interruption").unstarted(() -> end(worker));
  }

  /// {@return an interruption of the calling thread, in force until it is closed}
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
        // Without this the process would end as killed by the signal, although all is in order.
        Runtime.getRuntime().halt(exitCode.code());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Gives the exit code of the process if it was interrupted.
  ///
  /// @param code instead of [ExitCode#PARTIAL]
  public void exitCode(ExitCode code) {
    exitCode = code;
  }

  /// Ends the waiting: the thread has finished.
  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending: the hook waits for this.
    }
  }
}
