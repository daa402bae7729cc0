package dev.sojourn.visit;

import dev.sojourn.sandbox.VisitEnd;

/// The policy for a lost worker: whether a visit goes on from its last checkpoint when the process
/// in which its agent ran was killed or died. The pool of the sandbox says whose visit it was.
final class WorkerLossPolicy {
  /// The most often that a visit is begun again whose worker was lost through no fault of its own.
  static final int MAX_RESTARTS = 3;

  private WorkerLossPolicy() {}

  /// Whether a visit may go on: another may have cost the worker its life, and it was not lost too
  /// often.
  static boolean goesOn(VisitEnd.WorkerEnded end, int restarts) {
    return end.bystander() && restarts < MAX_RESTARTS;
  }

  /// The end as it is told, where a visit does not go on.
  static VisitEnd told(VisitEnd end, int restarts) {
    if (!(end instanceof VisitEnd.WorkerEnded killed && killed.bystander())) {
      return end;
    }
    var reason = killed.reason() + ", the last of " + (restarts + 1) + " workers that were tried";
    return new VisitEnd.WorkerEnded(killed.by(), reason, killed.where(), true);
  }
}
