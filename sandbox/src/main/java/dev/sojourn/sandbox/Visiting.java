package dev.sojourn.sandbox;

/// A visit under way. May be used by any thread.
public interface Visiting {

  /// Waits for the end of the visit. When this returns, no method of the desk runs or will run.
  ///
  /// @return how it ended
  /// @throws InterruptedException if the waiting thread is interrupted; the visit goes on
  VisitEnd await() throws InterruptedException;

  /// {@return what the visit has taken of its worker, as far as was heard; all of it once the visit
  /// has ended, unless its worker was killed}
  VisitSpending spending();

  /// Asks the visit to stop; after a grace its worker is killed. Does not wait.
  ///
  /// @param reason one sentence, which [VisitEnd.Stopped] carries
  void stop(String reason);
}
