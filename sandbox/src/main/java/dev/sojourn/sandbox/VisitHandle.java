package dev.sojourn.sandbox;

import java.util.concurrent.CompletableFuture;

/// A running visit. Any thread may use it.
public interface VisitHandle {

  /// Waits for the end of the visit. Afterwards, no method of the services runs any more.
  ///
  /// @return the end of the visit
  /// @throws InterruptedException if the waiting thread is interrupted; the visit continues
  VisitEnd await() throws InterruptedException;

  /// {@return the visit's spending from the worker's last report; complete after the end of the
  /// visit, unless its worker was killed}
  VisitSpending spending();

  /// Sends a message to the agent without waiting. The agent answers at its next checkpoint.
  ///
  /// @param text at most [MessageReply#MAX_CHARS] characters
  /// @return a future that completes with the answer or at the end of the visit
  /// @throws IllegalArgumentException if the text is longer
  CompletableFuture<MessageReply> message(String text);

  /// Asks the visit to stop, without waiting. If it does not stop within the grace time, its worker
  /// is killed.
  ///
  /// @param reason one sentence for [VisitEnd.Stopped]
  void stop(String reason);
}
