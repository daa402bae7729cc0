package dev.sojourn.sandbox.pool;

import dev.sojourn.sandbox.WallName;
import dev.sojourn.sandbox.pipe.FromWorker;

/// A visit in a worker, as its process knows it.
public interface WorkerVisit {
  /// Takes a message from the thread that reads the pipe.
  ///
  /// @param message of this visit
  /// @throws InterruptedException if the thread is interrupted while the visit takes no more
  void receive(FromWorker message) throws InterruptedException;

  /// Looks whether the worker is still heard; called once a second, by one thread.
  void listen();

  /// Stops the visit. Does not wait.
  ///
  /// @param limit name of the limit that ran out
  /// @param reason one clause
  void stop(String limit, String reason);

  /// Hears that the worker is dead.
  ///
  /// @param by the wall that ended it
  /// @param reason one clause
  /// @param bystander whether this visit may be free of blame
  void workerDied(WallName by, String reason, boolean bystander);
}
