package dev.sojourn.visit;

import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.Sandbox;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.VisitHandle;
import dev.sojourn.sandbox.VisitOrder;
import dev.sojourn.visit.content.ContentSource;
import dev.sojourn.visit.view.PageViews;
import dev.sojourn.visit.view.ViewStore;
import java.io.IOException;
import java.time.InstantSource;

/// Runs visits: it gives orders to the sandbox, answers the agent's requests from a source through
/// a gate, and stores its findings in a journal. Safe for use by several threads.
public final class VisitRunner {
  private static final System.Logger LOG = System.getLogger(VisitRunner.class.getName());

  private final Sandbox sandbox;
  private final ViewReader reader;
  private final InstantSource clock;
  private final PageViews views;

  private VisitRunner(Sandbox sandbox, ViewReader reader, InstantSource clock, ViewStore store) {
    this.sandbox = sandbox;
    this.reader = reader;
    this.clock = clock;
    this.views = new PageViews(reader, store);
  }

  /// Creates a runner that keeps no views.
  ///
  /// @param sandbox the sandbox that runs agents; the caller closes it
  /// @param clock the clock for the times of requests
  public VisitRunner(Sandbox sandbox, InstantSource clock) {
    this(sandbox, sandbox.reader(), clock);
  }

  /// Creates a runner that keeps no views.
  ///
  /// @param sandbox the sandbox that runs agents; the caller closes it
  /// @param reader reads the pages, in place of the sandbox's own reader
  /// @param clock the clock for the times of requests
  public VisitRunner(Sandbox sandbox, ViewReader reader, InstantSource clock) {
    this(sandbox, reader, clock, ViewStore.NONE);
  }

  /// {@return a runner in the same sandbox, whose visits share views}
  ///
  /// @param store keeps the views of pages; other visits can have another
  public VisitRunner withStore(ViewStore store) {
    return new VisitRunner(sandbox, reader, clock, store);
  }

  /// {@return the views of pages, for a source that reads pages ahead}
  public PageViews views() {
    return views;
  }

  /// Runs a visit, from the beginning or from its last checkpoint, and waits for its end. When this
  /// method returns, the end is in the journal.
  ///
  /// Interrupting the calling thread stops the visit. The journal then has no end, and the visit
  /// can be resumed from its last checkpoint.
  ///
  /// @param order the visit to run, with the limits of the whole visit
  /// @param spent the usage of the visit at the checkpoint whose state the order contains;
  ///   [VisitTally#NONE] at the beginning
  /// @param gate decides about each page and each redirect
  /// @param source the source of the pages
  /// @param journal the journal of the visit
  /// @return the result of the visit
  /// @throws InterruptedException if the calling thread was interrupted; the agent no longer runs
  /// @throws IOException if the end of the visit could not be stored
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
    int losses = 0;
    for (int restarts = 0; ; restarts++) {
      var pageServer =
          new PageServer(
              gate, source, journal, tally, clock, System::nanoTime, next.state(), views);
      var limited = next.withLimits(tally.remainderOf(order.limits()));
      var handle =
          WorkerLossPolicy.isAlone(losses, wasWaiting)
              ? sandbox.startAlone(limited, pageServer)
              : sandbox.start(limited, pageServer);
      var end = await(handle, pageServer, journal);
      wasWaiting = source.isAwaited();
      var cause = WorkerLossPolicy.cause(end, restarts);
      if (cause.isPresent()) {
        losses += end instanceof VisitEnd.WorkerEnded ? 1 : 0;
        LOG.log(
            System.Logger.Level.INFO,
            "Visit {0} goes on from its last checkpoint: {1}",
            order.visitId(),
            cause.get());
        tally = setBack(handle, pageServer, journal);
        next = order.resumedFrom(pageServer.committedState());
        continue;
      }
      end = WorkerLossPolicy.noted(end, losses);
      var result = pageServer.result(end, handle.spending());
      journal.end(result);
      return result;
    }
  }

  /// Sets the visit back. Usage since the last checkpoint counts, although the work is repeated.
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

  /// Waits for a stopped visit, whose page server may write until the end. It ends within the
  /// sandbox's grace period.
  private static void awaitStopped(VisitHandle handle) {
    boolean again = true;
    while (again) {
      try {
        handle.await();
        again = false;
      } catch (InterruptedException _) {
        // The caller gets the first interrupt after the visit has ended.
      }
    }
  }
}
