package dev.sojourn.sandbox;

import dev.sojourn.sandbox.launch.Namespaces;
import java.io.IOException;

/// Worker processes and the visits in them. May be used by any thread.
///
/// A worker is given to a signer when their first visit comes, and kept for them for a while after
/// their last. A few can be kept ready for signers to come.
/// [dev.sojourn.sandbox.session.ProcessSandbox] opens one.
public interface Sandbox extends AutoCloseable {
  /// Starts a visit. Returns at once; the visit may have to wait for a free worker.
  ///
  /// @param order the visit
  /// @param services answer the worker
  /// @return the visit under way
  VisitHandle start(VisitOrder order, VisitServices services);

  /// Starts a visit in a worker of its own, in which no other visit is or was. For a visit whose
  /// worker was lost, if the culprit among its visits is not known. If the new worker is lost too,
  /// this visit is to blame.
  ///
  /// @param order the visit
  /// @param services answer the worker
  /// @return the visit under way
  VisitHandle startAlone(VisitOrder order, VisitServices services);

  /// Makes the cache with which further workers start faster, if the settings name a place and it
  /// is not there yet. Takes a few seconds of one processor. If it cannot be made, workers go on
  /// starting without it, and the log says why.
  ///
  /// @throws InterruptedException if the calling thread is interrupted, or the sandbox closed
  void makeStartCache() throws InterruptedException;

  /// {@return the worker processes at this moment}
  WorkerCounts workers();

  /// {@return which walls stand on this machine; starts a worker to ask it}
  ///
  /// @throws IOException if no worker can be started
  /// @throws InterruptedException if the calling thread is interrupted
  SandboxWalls walls() throws IOException, InterruptedException;

  /// Finds out, without starting a worker, which parts of the machine will not be hidden from
  /// workers.
  ///
  /// @return one clause, or an empty text if nothing is missing
  /// @throws InterruptedException if the calling thread is interrupted
  String missing() throws InterruptedException;

  /// {@return the namespaces that workers get, without starting one; waits until that is known}
  ///
  /// @throws InterruptedException if the calling thread is interrupted
  Namespaces namespaces() throws InterruptedException;

  /// Ends all visits and workers, and waits for the workers' death.
  @Override
  void close();
}
