package dev.sojourn.visit;

import dev.sojourn.sandbox.VisitEnd;

/// The policy for a lost worker: whether a visit continues from its last checkpoint after its
/// worker process died or was killed. The pool of the sandbox reports which visit caused the loss.
final class WorkerLossPolicy {
  /// The largest number of restarts of a visit whose worker was lost without its fault.
  static final int MAX_RESTARTS = 3;

  private WorkerLossPolicy() {}

  /// Whether a visit may continue: another visit may have caused the loss, and there were not too
  /// many losses.
  static boolean goesOn(VisitEnd.WorkerEnded end, int restarts) {
    return end.bystander() && restarts < MAX_RESTARTS;
  }

  /// Whether a visit gets a separate worker. The cause of a loss is certain only if the visit is
  /// alone in its worker. A separate worker protects an honest visit from repeated losses by other
  /// visits of its signer. A visit that waited for a page was inactive, so its first loss does not
  /// count.
  ///
  /// @param wasWaiting whether the visit waited for a page when its worker was lost
  static boolean isAlone(int restarts, boolean wasWaiting) {
    return restarts > 1 || (restarts == 1 && !wasWaiting);
  }

  /// The reported end of a visit that does not continue.
  static VisitEnd noted(VisitEnd end, int restarts) {
    if (!(end instanceof VisitEnd.WorkerEnded killed && killed.bystander())) {
      return end;
    }
    var reason = killed.reason() + ", the last of " + (restarts + 1) + " workers that were tried";
    return new VisitEnd.WorkerEnded(killed.by(), reason, killed.where(), true);
  }
}
