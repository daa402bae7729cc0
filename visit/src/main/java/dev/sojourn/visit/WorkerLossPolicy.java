package dev.sojourn.visit;

import dev.sojourn.sandbox.VisitEnd;
import java.util.Optional;

/// The policy for a lost worker: whether a visit continues from its last checkpoint after its
/// worker process died or was killed. The pool of the sandbox reports which visit caused the loss.
final class WorkerLossPolicy {
  /// The largest number of restarts of a visit that ended without its fault.
  static final int MAX_RESTARTS = 3;

  private WorkerLossPolicy() {}

  /// Why a visit continues after an end: another visit may have caused the loss, or no reader of
  /// pages started. Empty if it does not continue, for example after too many such ends.
  static Optional<String> cause(VisitEnd end, int restarts) {
    if (restarts >= MAX_RESTARTS) {
      return Optional.empty();
    }
    return switch (end) {
      case VisitEnd.WorkerEnded killed when killed.bystander() -> Optional.of(killed.reason());
      case VisitEnd.NoReader(var reason) -> Optional.of(reason);
      default -> Optional.empty();
    };
  }

  /// Whether a visit gets a separate worker. The cause of a loss is certain only if the visit is
  /// alone in its worker. A separate worker protects an honest visit from repeated losses by other
  /// visits of its signer. A visit that waited for a page was inactive, so its first loss does not
  /// count.
  ///
  /// @param wasWaiting whether the visit waited for a page when its worker was lost
  static boolean isAlone(int losses, boolean wasWaiting) {
    return losses > 1 || (losses == 1 && !wasWaiting);
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
