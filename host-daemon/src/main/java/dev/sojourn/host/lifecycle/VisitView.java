package dev.sojourn.host.lifecycle;

import dev.sojourn.sandbox.VisitHandle;
import java.util.Optional;

/// The view that requests have of a visit in this process.
///
/// @param news how often the store got news of the visit
/// @param isRunning whether the visit counts as running; its agent may not be in the sandbox yet
/// @param inside the agent in the sandbox, which messages reach
/// @param isOver whether the visit neither waits nor runs here any more
public record VisitView(
    long news, boolean isRunning, Optional<VisitHandle> inside, boolean isOver) {

  /// The view of a visit that has only been stored.
  static final VisitView FIRST = new VisitView(0, false, Optional.empty(), false);

  VisitView withNews() {
    return new VisitView(news + 1, isRunning, inside, isOver);
  }

  VisitView running() {
    return new VisitView(news, true, inside, isOver);
  }

  VisitView inside(VisitHandle handle) {
    return new VisitView(news, isRunning, Optional.of(handle), isOver);
  }

  VisitView over() {
    return new VisitView(news + 1, isRunning, inside, true);
  }
}
