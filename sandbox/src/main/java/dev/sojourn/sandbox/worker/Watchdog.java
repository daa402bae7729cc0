package dev.sojourn.sandbox.worker;

import dev.sojourn.sandbox.pipe.FromWorker;
import java.io.IOException;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// The watchdog: every 5 milliseconds it checks the use of the visits' threads, and stops visits
/// over a limit. It runs on its own thread, which sleeps while there is no visit, since a host has
/// several idle workers.
final class Watchdog implements Runnable {
  private static final int PERIOD_MILLIS = 5;
  private static final int LOOKS_BETWEEN_REPORTS = 100;

  /// The number of checks without a visit before the thread sleeps. The next visit often begins
  /// soon, and would lose time by waking the thread.
  private static final int LOOKS_BEFORE_SLEEP = 40;

  private final Collection<VisitThread> visits;
  private int looks;
  private int inVain;
  private volatile @Nullable Thread asleep;

  /// @param visits the running visits; other threads may change it during iteration
  Watchdog(Collection<VisitThread> visits) {
    this.visits = visits;
  }

  @Override
  public void run() {
    try {
      while (true) {
        rest();
        boolean report = ++looks % LOOKS_BETWEEN_REPORTS == 0;
        for (var visit : visits) {
          look(visit, report);
        }
      }
    } catch (InterruptedException | IOException _) {
      // The pipe has closed, so the process ends.
    }
  }

  private void rest() throws InterruptedException {
    inVain = visits.isEmpty() ? inVain + 1 : 0;
    if (inVain <= LOOKS_BEFORE_SLEEP) {
      Thread.sleep(PERIOD_MILLIS);
      return;
    }
    asleep = Thread.currentThread();
    // Either this check finds a visit that was just added, or the thread that added it finds this
    // thread asleep.
    while (visits.isEmpty()) {
      LockSupport.park(this);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
    asleep = null;
    inVain = 0;
  }

  /// Wakes the watchdog after a visit was added. Any thread may call it.
  void wake() {
    var sleeper = asleep;
    if (sleeper != null) {
      LockSupport.unpark(sleeper);
    }
  }

  private static void look(VisitThread visit, boolean report) throws IOException {
    var limits = visit.order().limits();
    var used = visit.used();
    if (System.nanoTime() - visit.startedNanos() > limits.wallClock().toNanos()) {
      visit.stop("wallClock", "wallClock: all of " + limits.wallClock().toMillis() + " ms spent");
    } else if (used.cpuNanos() > limits.cpu().toNanos()) {
      visit.stop("cpu", "cpu: all of " + limits.cpu().toMillis() + " ms spent");
    } else if (used.allocatedBytes() > limits.allocatedBytes()) {
      visit.stop("allocatedBytes", "allocatedBytes: all of " + limits.allocatedBytes() + " spent");
    } else if (report) {
      visit.announce(
          new FromWorker.Spent(visit.order().visit(), used.cpuNanos(), used.allocatedBytes()));
    }
    visit.reportStopping();
  }
}
