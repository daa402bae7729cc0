package dev.sojourn.dispatcher.cli.crawl;

import dev.sojourn.base.cli.ExitCode;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Turns Ctrl-C and SIGTERM into an interrupt of the thread that works, and lets it finish before
/// the process ends.
final class Interruption implements AutoCloseable {
  private static final long MAX_SECONDS = 5;

  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook;
  private volatile ExitCode exitCode = ExitCode.PARTIAL;

  private Interruption(Thread worker) {
    hook = Thread.ofPlatform().name("interruption").unstarted(() -> end(worker));
  }

  /// {@return an interruption of the calling thread, in force until it is closed}
  static Interruption ofThisThread() {
    var interruption = new Interruption(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(interruption.hook);
    return interruption;
  }

  private void end(Thread worker) {
    worker.interrupt();
    try {
      if (done.await(MAX_SECONDS, TimeUnit.SECONDS)) {
        // Without this the process would end as killed by the signal, though all is in order.
        Runtime.getRuntime().halt(exitCode.code());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Says what the process ends with if it was interrupted.
  void exitCode(ExitCode code) {
    exitCode = code;
  }

  @Override
  public void close() {
    done.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The process is ending: the hook is what waits for this.
    }
  }
}
