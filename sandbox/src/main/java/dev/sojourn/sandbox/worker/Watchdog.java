package dev.sojourn.sandbox.worker;

import com.sun.management.ThreadMXBean;
import dev.sojourn.sandbox.pipe.FromWorker;
import dev.sojourn.sandbox.pipe.Pipe;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Collection;

/// Looks every few milliseconds at what the visits' threads have used and orders those to stop that
/// are over a limit. Runs on a thread of its own.
final class Watchdog implements Runnable {
  private static final int PERIOD_MILLIS = 5;

  private final Collection<VisitThread> visits;
  private final Pipe pipe;
  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /// @param visits the visits under way; safe to walk while others change it
  Watchdog(Collection<VisitThread> visits, Pipe pipe) {
    this.visits = visits;
    this.pipe = pipe;
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(PERIOD_MILLIS);
        for (var visit : visits) {
          look(visit);
        }
      }
    } catch (InterruptedException | IOException _) {
      // The pipe is gone, and with it the process.
    }
  }

  private void look(VisitThread visit) throws IOException {
    var limits = visit.order().limits();
    long id = visit.thread().threadId();
    if (System.nanoTime() - visit.startedNanos() > limits.wallClock().toNanos()) {
      stop(visit, "wallClock", "wallClock: all of " + limits.wallClock().toMillis() + " ms spent");
    } else if (threads.getThreadCpuTime(id) > limits.cpu().toNanos()) {
      stop(visit, "cpu", "cpu: all of " + limits.cpu().toMillis() + " ms spent");
    } else if (threads.getThreadAllocatedBytes(id) > limits.allocatedBytes()) {
      stop(visit, "allocatedBytes", "allocatedBytes: all of " + limits.allocatedBytes() + " spent");
    }
  }

  private void stop(VisitThread visit, String limit, String reason) throws IOException {
    if (visit.stop(limit, reason)) {
      pipe.send(new FromWorker.Stopping(visit.order().visit(), limit, reason));
    }
  }
}
