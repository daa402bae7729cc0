package dev.sojourn.sandbox;

import dev.sojourn.page.view.ViewReader;
import dev.sojourn.sandbox.launch.Namespaces;
import java.io.IOException;

/// Worker processes and the visits in them, and the processes that read pages. Any thread may use
/// it.
///
/// A signer gets a worker for the first visit, and keeps it for some time after the last visit.
/// Spare workers can be ready for new signers. [dev.sojourn.sandbox.session.ProcessSandbox] opens a
/// sandbox.
public interface Sandbox extends AutoCloseable {
  /// Starts a visit and returns immediately; the visit may wait for a free worker.
  ///
  /// @param order the visit
  /// @param services answer the worker
  /// @return the running visit
  VisitHandle start(VisitOrder order, VisitServices services);

  /// Starts a visit in its own worker, which never has another visit. This is for a visit whose
  /// worker was lost, if it is unknown which visit caused the loss. If the new worker is lost too,
  /// this visit is the cause.
  ///
  /// @param order the visit
  /// @param services answer the worker
  /// @return the running visit
  VisitHandle startAlone(VisitOrder order, VisitServices services);

  /// Makes the cache that speeds up the start of workers, if the settings name a place and the
  /// cache does not exist. This takes a few seconds of one processor. After a failure, workers
  /// start without it, and the log has the reason.
  ///
  /// @throws InterruptedException if the calling thread is interrupted or the sandbox is closed
  void makeStartCache() throws InterruptedException;

  /// {@return the reader of pages} It starts no process before the first page.
  ViewReader reader();

  /// {@return the current number of worker processes}
  WorkerCounts workers();

  /// {@return the walls on this machine; starts a worker if none runs}
  ///
  /// @throws IOException if no worker can be started
  /// @throws InterruptedException if the calling thread is interrupted
  SandboxWalls walls() throws IOException, InterruptedException;

  /// Finds, without starting a worker, which parts of the machine workers can see.
  ///
  /// @return one clause; empty if all parts are hidden
  /// @throws InterruptedException if the calling thread is interrupted
  String missing() throws InterruptedException;

  /// {@return the namespaces of workers; waits until they are known, but starts no worker}
  ///
  /// @throws InterruptedException if the calling thread is interrupted
  Namespaces namespaces() throws InterruptedException;

  /// Ends all visits and workers, and waits for the workers' death.
  @Override
  void close();
}
