package dev.sojourn.host.lifecycle;

import dev.sojourn.base.Bytes;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.sandbox.VisitHandle;
import java.util.Optional;

/// The view that requests have of a visit in this process.
///
/// @param news how often the store got news of the visit
/// @param isRunning whether the visit counts as running; its agent may not be in the sandbox yet
/// @param inside the agent in the sandbox, which messages reach
/// @param ownEnd the end, once the visit came to its own end and that is on disk
/// @param isOver whether the visit neither waits nor runs here any more
public record VisitView(
    long news,
    boolean isRunning,
    Optional<VisitHandle> inside,
    Optional<OwnEnd> ownEnd,
    boolean isOver) {

  /// The view of a visit that has only been stored.
  static final VisitView FIRST = new VisitView(0, false, Optional.empty(), Optional.empty(), false);

  /// The end of a visit that came to its own end.
  ///
  /// @param status as it is on disk
  /// @param state its last one, as it is on disk
  public record OwnEnd(SignedStatus status, Bytes state) {}

  VisitView withNews() {
    return new VisitView(news + 1, isRunning, inside, ownEnd, isOver);
  }

  VisitView running() {
    return new VisitView(news, true, inside, ownEnd, isOver);
  }

  VisitView inside(VisitHandle handle) {
    return new VisitView(news, isRunning, Optional.of(handle), ownEnd, isOver);
  }

  VisitView ended(OwnEnd end) {
    return new VisitView(news, isRunning, inside, Optional.of(end), isOver);
  }

  VisitView over() {
    return new VisitView(news + 1, isRunning, inside, ownEnd, true);
  }
}
