package dev.sojourn.visit;

import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.content.ContentSource;
import java.io.IOException;
import java.time.InstantSource;

/// The runner of visits: it gives the sandbox its order, answers the agent's requests from a source
/// through a gate, and keeps its findings in a journal. May be used by several threads at once.
public final class VisitRunner {
  private static final System.Logger LOG = System.getLogger(VisitRunner.class.getName());

  private final Sandbox sandbox;
  private final InstantSource clock;
  private final GzipSizes sizes = new GzipSizes();

  /// Creates a runner.
  ///
  /// @param sandbox where agents run; closed by its opener
  /// @param clock for the times of requests
  public VisitRunner(Sandbox sandbox, InstantSource clock) {
    this.sandbox = sandbox;
    this.clock = clock;
  }

  /// Makes a visit, from the beginning or from its last checkpoint, and waits for its end. The end
  /// is in the journal when this returns.
  ///
  /// Interrupting the calling thread stops the visit. Its end is then not in the journal: it can be
  /// resumed from the last checkpoint.
  ///
  /// @param order the visit to run; its limits are those of the whole visit
  /// @param spent the spending of the visit at the checkpoint whose state the order carries;
  ///   [VisitTally#NONE] at the beginning
  /// @param gate decides about each page, on each hop of a redirect
  /// @param source has the pages
  /// @param journal keeps the visit
  /// @return how it ended
  /// @throws InterruptedException if the calling thread was interrupted; the agent runs no more
  /// @throws IOException if the end of the visit could not be kept
  public VisitResult run(
      VisitOrder order,
      VisitTally spent,
      VisitGate gate,
      ContentSource source,
      VisitJournal journal)
      throws InterruptedException, IOException {
    var next = order;
    var tally = spent;
    boolean wasWaiting = false;
    for (int restarts = 0; ; restarts++) {
      try (var pageServer =
          new PageServer(
              gate, source, journal, tally, clock, System::nanoTime, next.state(), sizes)) {
        var limited = next.withLimits(tally.remainderOf(order.limits()));
        var handle =
            WorkerLossPolicy.isAlone(restarts, wasWaiting)
                ? sandbox.startAlone(limited, pageServer)
                : sandbox.start(limited, pageServer);
        var end = await(handle, pageServer, journal);
        wasWaiting = source.isAwaited();
        if (end instanceof VisitEnd.WorkerEnded killed
            && WorkerLossPolicy.goesOn(killed, restarts)) {
          LOG.log(
              System.Logger.Level.INFO,
              "Visit {0} goes on from its last checkpoint: {1}",
              order.visitId(),
              killed.reason());
          tally = setBack(handle, pageServer, journal);
          next = order.resumedFrom(pageServer.committedState());
          continue;
        }
        end = WorkerLossPolicy.noted(end, restarts);
        var result = pageServer.result(end, handle.spending());
        journal.end(result);
        return result;
      }
    }
  }

  /// The spending since the last checkpoint counts, although the work is done again.
  private static VisitTally setBack(
      VisitHandle handle, PageServer pageServer, VisitJournal journal) {
    var spent = pageServer.spentSoFar(handle.spending());
    var next = spent.backAt(pageServer.committed());
    journal.setBack(spent, next);
    return next;
  }

  private static VisitEnd await(VisitHandle handle, PageServer pageServer, VisitJournal journal)
      throws InterruptedException {
    try {
      return handle.await();
    } catch (InterruptedException e) {
      handle.stop("The visit is interrupted.");
      awaitStopped(handle);
      var _ = setBack(handle, pageServer, journal);
      throw e;
    }
  }

  /// A stopped visit ends within the sandbox's grace; until then its page server may still write.
  private static void awaitStopped(VisitHandle handle) {
    boolean again = true;
    while (again) {
      try {
        handle.await();
        again = false;
      } catch (InterruptedException _) {
        // The caller learns of the first interrupt as soon as the visit has ended.
      }
    }
  }
}
