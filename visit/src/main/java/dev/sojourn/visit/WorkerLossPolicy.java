package dev.sojourn.visit;

import dev.sojourn.sandbox.VisitEnd;

/// The policy for a lost worker: whether a visit goes on from its last checkpoint when the process
/// in which its agent ran was killed or died. The pool of the sandbox says whose visit it was.
final class WorkerLossPolicy {
  /// The most often that a visit is begun again whose worker was lost through no fault of its own.
  static final int MAX_RESTARTS = 3;

  private WorkerLossPolicy() {}

  /// Whether a visit may go on: another may have cost the worker its life, and its worker was not
  /// lost too often.
  static boolean goesOn(VisitEnd.WorkerEnded end, int restarts) {
    return end.bystander() && restarts < MAX_RESTARTS;
  }

  /// Whether a visit gets a worker of its own. The culprit is not always known, except if the visit
  /// is alone in its worker. So an honest visit is not lost again and again with others of its
  /// signer. A visit that waited for a page did nothing at that time: it is believed once.
  ///
  /// @param wasWaiting whether it waited for a page when its worker was lost
  static boolean isAlone(int restarts, boolean wasWaiting) {
    return restarts > 1 || (restarts == 1 && !wasWaiting);
  }

  /// The end as it is reported if a visit does not go on.
  static VisitEnd noted(VisitEnd end, int restarts) {
    if (!(end instanceof VisitEnd.WorkerEnded killed && killed.bystander())) {
      return end;
    }
    var reason = killed.reason() + ", the last of " + (restarts + 1) + " workers that were tried";
    return new VisitEnd.WorkerEnded(killed.by(), reason, killed.where(), true);
  }
}
