package dev.sojourn.sandbox;

import java.util.concurrent.CompletableFuture;

/// A visit under way. May be used by any thread.
public interface VisitHandle {

  /// Waits for the end of the visit. When this returns, no method of the services runs or will run.
  ///
  /// @return how it ended
  /// @throws InterruptedException if the waiting thread is interrupted; the visit goes on
  VisitEnd await() throws InterruptedException;

  /// {@return the spending of the visit, as its worker reported it last; all of it once the visit
  /// has ended, unless its worker was killed}
  VisitSpending spending();

  /// Sends a message to the agent, which answers when it makes its next checkpoint. Does not wait.
  ///
  /// @param text at most [MessageReply#MAX_CHARS] characters
  /// @return completed with the answer, or when the visit ends
  /// @throws IllegalArgumentException if the text is longer
  CompletableFuture<MessageReply> message(String text);

  /// Asks the visit to stop; after a grace its worker is killed. Does not wait.
  ///
  /// @param reason one sentence, which [VisitEnd.Stopped] carries
  void stop(String reason);
}
