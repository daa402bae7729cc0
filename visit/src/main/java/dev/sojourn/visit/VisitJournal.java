package dev.sojourn.visit;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.sandbox.VisitHandle;
import java.io.IOException;

/// The journal of a visit. Called on one thread at a time. A method that returns has kept its
/// arguments for good, and a method that throws has kept nothing.
///
/// After a crash the visit goes on from the last [VisitProgress] and repeats exactly the lines
/// after it. So each line is kept once.
public interface VisitJournal {

  /// Hears that the agent is about to be sent into the sandbox, or again after its worker was lost.
  ///
  /// @param visiting through which messages reach it
  default void begun(VisitHandle visiting) {}

  /// {@return whether the records of pages have the validators with which they can be asked for
  /// again} They cost bytes, and are of no use if pages are compared by digest.
  default boolean keepsValidators() {
    return false;
  }

  /// Keeps state, lines and tally of a checkpoint together.
  ///
  /// @param progress since the last checkpoint
  /// @throws IOException if it cannot be kept; the visit then ends as failed
  void commit(VisitProgress progress) throws IOException;

  /// Hears that the visit was interrupted, or lost its worker, and goes on from its last
  /// checkpoint, if at all.
  ///
  /// @param spent its spending in all, with repeated work
  /// @param next the tally with which it goes on
  default void setBack(VisitTally spent, VisitTally next) {}

  /// Hears that the agent asked for a page, whatever the answer will be.
  default void asked() {}

  /// Hears that a page is about to go to the visit's worker: as an answer, or ahead of its agent. A
  /// page that the worker has already does not go there again.
  ///
  /// @param url of the page
  /// @param bytes of its body
  default void handsOver(PageUrl url, int bytes) {}

  /// Keeps the end of the visit together with its last lines. The last call.
  ///
  /// @param result how it ended
  /// @throws IOException if it cannot be kept
  void end(VisitResult result) throws IOException;
}
