package dev.sojourn.visit;

import dev.sojourn.base.text.ForeignText;
import dev.sojourn.sandbox.CodePlace;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.WallName;
import java.util.Optional;

/// Makes the sentence about the end of a visit, for its owner and the operator of the host.
final class OutcomeText {
  static final int MAX_CHARS = 1_000;

  // Less than the total, so that a long exception message leaves room for its place.
  private static final int MAX_REASON_CHARS = 500;
  private static final int MAX_PLACE_CHARS = 400;
  private static final int MAX_LIMIT_CHARS = 40;

  private OutcomeText() {}

  static String of(VisitOutcome outcome, LimitWords limits) {
    return switch (outcome) {
      case VisitOutcome.Finished _, VisitOutcome.Along _ -> "";
      case VisitOutcome.Parked(_, var reason) -> reason;
      case VisitOutcome.Denied denied -> denied(denied);
      case VisitOutcome.Stopped stop -> placed(stopped(stop, limits), stop.place());
      case VisitOutcome.WorkerLost lost ->
          "its worker was ended: " + placed(lost.reason(), lost.place());
      case VisitOutcome.Failed(var reason, var place) -> failed(reason, place);
      case VisitOutcome.Recalled(var reason) -> reason;
    };
  }

  /// Joins the reasons; the caller cuts the text to its maximum length.
  private static String denied(VisitOutcome.Denied denied) {
    var by =
        denied.wall().equals(Optional.of(WallName.LOADER))
            ? "its classes cannot be linked: "
            : "its code is refused: ";
    return denied.others().isEmpty()
        ? by + denied.reason()
        : by + denied.reason() + "; " + String.join("; ", denied.others());
  }

  private static String stopped(VisitOutcome.Stopped stop, LimitWords limits) {
    return stop.heap()
        .map(
            noted ->
                "stopped by " + limits.of(LimitWords.HEAP).orElse("a full heap") + ": " + noted)
        .or(() -> stop.limit().map(name -> stopped(name, stop.reason(), limits)))
        .orElse(stop.reason());
  }

  private static String stopped(String limit, String reason, LimitWords limits) {
    return "stopped by "
        + limits
            .of(limit)
            .orElseGet(
                () ->
                    "the limit "
                        + ForeignText.of(limit).line(MAX_LIMIT_CHARS)
                        + " ("
                        + reason
                        + ")");
  }

  /// Puts the place directly after the exception, before its cause, which has a separate place.
  private static String failed(String reason, CodePlace place) {
    int cause = reason.indexOf(VisitEnd.Failed.CAUSED_BY);
    return cause < 0 || reason.endsWith(" at " + place)
        ? placed(reason, cause < 0 ? place : CodePlace.UNKNOWN)
        : placed(reason.substring(0, cause), place)
            + ForeignText.of(reason.substring(cause)).line(MAX_REASON_CHARS);
  }

  private static String placed(String reason, CodePlace place) {
    var cut = ForeignText.of(reason).line(MAX_REASON_CHARS);
    return place.isKnown()
        ? cut + " at " + ForeignText.of(place.toString()).line(MAX_PLACE_CHARS)
        : cut;
  }
}
