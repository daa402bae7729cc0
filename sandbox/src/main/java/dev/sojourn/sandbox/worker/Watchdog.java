package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.pipe.FromWorker;
import java.io.IOException;
import java.util.Collection;

/// Looks every few milliseconds at what the visits' threads have used and orders those to stop that
/// are over a limit. Runs on a thread of its own.
final class Watchdog implements Runnable {
  private static final int PERIOD_MILLIS = 5;
  private static final int LOOKS_BETWEEN_REPORTS = 100;

  private final Collection<VisitThread> visits;
  private int looks;

  /// @param visits the visits under way; safe to walk while others change it
  Watchdog(Collection<VisitThread> visits) {
    this.visits = visits;
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        boolean report = ++looks % LOOKS_BETWEEN_REPORTS == 0;
        for (var visit : visits) {
          look(visit, report);
        }
      }
    } catch (InterruptedException | IOException _) {
      // The pipe is gone, and with it the process.
    }
  }

  private static void look(VisitThread visit, boolean report) throws IOException {
    var limits = visit.order().limits();
    var used = ThreadUse.of(visit.thread());
    if (System.nanoTime() - visit.startedNanos() > limits.wallClock().toNanos()) {
      visit.stop("wallClock", "wallClock: all of " + limits.wallClock().toMillis() + " ms spent");
    } else if (used.cpuNanos() > limits.cpu().toNanos()) {
      visit.stop("cpu", "cpu: all of " + limits.cpu().toMillis() + " ms spent");
    } else if (used.allocatedBytes() > limits.allocatedBytes()) {
      visit.stop("allocatedBytes", "allocatedBytes: all of " + limits.allocatedBytes() + " spent");
    } else if (report) {
      visit.tell(
          new FromWorker.Spent(visit.order().visit(), used.cpuNanos(), used.allocatedBytes()));
    }
    visit.tellStopping();
  }
}
