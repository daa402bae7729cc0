package dev.sojourn.host.lifecycle;

import dev.sojourn.sandbox.VisitHandle;
import java.util.Optional;

/// A view of a visit in this process, for requests.
///
/// @param news how often the stored data of the visit changed
/// @param isRunning whether the visit counts as running; its agent may not be in the sandbox yet
/// @param inside the agent in the sandbox, which receives messages
/// @param isOver whether the visit no longer waits or runs in this process
public record VisitView(
    long news, boolean isRunning, Optional<VisitHandle> inside, boolean isOver) {

  /// The view of a stored visit before its first event.
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
