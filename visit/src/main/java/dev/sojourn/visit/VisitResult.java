package dev.sojourn.visit;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.base.text.Plain;
import dev.sojourn.sandbox.VisitEnd;
import dev.sojourn.sandbox.pipe.WallName;
import java.util.List;

/// The result of a visit.
///
/// @param end as the sandbox tells it; [VisitEnd.Finished] brings the last state
/// @param lastLines what the agent said and asked for since the last checkpoint, in order. Unless
///   it finished, these are only its log lines and the records of its pages: findings and referrals
///   after the last checkpoint never leave, since the state that goes with them is lost
/// @param tally what the visit has spent in all
public record VisitResult(VisitEnd end, List<ParcelLine> lastLines, VisitTally tally) {
  private static final int MAX_TOLD_CHARS = 1_000;
  // Together less than that, so that no long message of an exception hides where it was thrown.
  private static final int MAX_REASON_CHARS = 500;
  private static final int MAX_PLACE_CHARS = 400;
  private static final int MAX_LIMIT_CHARS = 40;

  /// Copies the list.
  public VisitResult {
    lastLines = List.copyOf(lastLines);
  }

  /// {@return what owner and operator read of the end: `stopped by WHAT at CLASS.METHOD (line N)`;
  /// of other ends first what ended it, and then the reason. The place is left out where it is not
  /// known or the reason names it. One line of at most 1,000 characters; empty if the agent
  /// finished}
  ///
  /// What ended it stands first, where no agent's words can stand for it or have it cut off.
  ///
  /// @param limits the words for a limit that ran out
  public String told(LimitWords limits) {
    var told =
        switch (end) {
          case VisitEnd.Finished _ -> "";
          case VisitEnd.Denied denied -> refused(denied);
          case VisitEnd.Stopped stopped -> placed(stopped(stopped, limits));
          case VisitEnd.Killed killed -> "its worker was ended: " + placed(killed.reason());
          case VisitEnd.Failed failed -> placed(failed.reason());
        };
    return Plain.line(told, MAX_TOLD_CHARS);
  }

  /// As many of the reasons as have room.
  private static String refused(VisitEnd.Denied denied) {
    var by =
        denied.by() == WallName.LOADER ? "its classes cannot be linked: " : "its code is refused: ";
    return denied.others().isEmpty()
        ? by + denied.reason()
        : by + denied.reason() + "; " + String.join("; ", denied.others());
  }

  private static String stopped(VisitEnd.Stopped stopped, LimitWords limits) {
    if (stopped.limit().equals("stop")) {
      return stopped.reason();
    }
    return "stopped by "
        + limits
            .of(stopped.limit())
            .orElseGet(
                () ->
                    "the limit "
                        + Plain.line(stopped.limit(), MAX_LIMIT_CHARS)
                        + " ("
                        + stopped.reason()
                        + ")");
  }

  private String placed(String reason) {
    var cut = Plain.line(reason, MAX_REASON_CHARS);
    var where = end.where();
    return where.isKnown() ? cut + " at " + Plain.line(where.toString(), MAX_PLACE_CHARS) : cut;
  }
}
