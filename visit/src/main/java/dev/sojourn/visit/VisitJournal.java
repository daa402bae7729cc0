package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.VisitHandle;
import java.io.IOException;

/// The journal of a visit. Called by one thread at a time. A method that returns has stored its
/// arguments permanently, and a method that throws has stored nothing.
///
/// After a crash the visit continues from the last [VisitProgress] and repeats only the lines after
/// it. Each line is therefore stored once.
public interface VisitJournal {

  /// Called before the agent is sent into the sandbox, also after the loss of its worker.
  ///
  /// @param visiting the handle that passes messages to the agent
  default void begun(VisitHandle visiting) {}

  /// {@return whether page records contain validators for later conditional requests} Validators
  /// take space, and are useless if pages are compared by digest.
  default boolean keepsValidators() {
    return false;
  }

  /// Stores the state, lines and tally of a checkpoint together.
  ///
  /// @param progress the progress at the checkpoint
  /// @throws IOException if the progress cannot be stored; the visit then ends as failed
  void commit(VisitProgress progress) throws IOException;

  /// Called when the visit was interrupted or lost its worker. If it continues, it continues from
  /// its last checkpoint.
  ///
  /// @param spent its total usage, including work that will be repeated
  /// @param next the tally from which the visit continues
  default void setBack(VisitTally spent, VisitTally next) {}

  /// Called when the agent asks for a page, before the answer is known.
  default void asked() {}

  /// Called before a page is sent to the visit's worker.
  ///
  /// @param url the URL of the page
  /// @param bytes the size of its body
  default void handsOver(PageUrl url, int bytes) {}

  /// Called before a page is sent whose elements no reader could read.
  ///
  /// @param url the URL of the page
  /// @param reason why, one clause
  default void unparsed(PageUrl url, String reason) {}

  /// Stores the end of the visit together with its last lines. This is the last call.
  ///
  /// @param result the result of the visit
  /// @throws IOException if the result cannot be stored
  void end(VisitResult result) throws IOException;
}
