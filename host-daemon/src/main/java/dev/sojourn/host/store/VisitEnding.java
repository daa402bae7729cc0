package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitTally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The end of a visit, as it is stored.
///
/// @param outcome for its owner, see [VisitOutcome#noted(LimitWords)]
/// @param lines its last lines
/// @param state its last state; empty if the state of the last checkpoint applies
/// @param tally its spending; if empty, the last checkpoint's tally plus the pages read since
///   applies
/// @param at time of the end
/// @param legs numbers of the legs that the agent wants to travel; empty if it follows no itinerary
public record VisitEnding(
    VisitOutcome outcome,
    List<ParcelLine> lines,
    Optional<byte[]> state,
    Optional<VisitTally> tally,
    Instant at,
    List<Integer> legs) {
  /// Copies the lists.
  public VisitEnding {
    lines = List.copyOf(lines);
    legs = List.copyOf(legs);
  }

  /// The end of a visit whose agent travels no further.
  ///
  /// @param outcome for its owner
  /// @param lines its last lines
  /// @param state its last state
  /// @param tally its spending
  /// @param at time of the end
  public VisitEnding(
      VisitOutcome outcome,
      List<ParcelLine> lines,
      Optional<byte[]> state,
      Optional<VisitTally> tally,
      Instant at) {
    this(outcome, lines, state, tally, at, List.of());
  }

  /// {@return an end from outside; the state of the last checkpoint applies}
  ///
  /// @param outcome for its owner
  /// @param at time of the end
  public static VisitEnding of(VisitOutcome outcome, Instant at) {
    return new VisitEnding(outcome, List.of(), Optional.empty(), Optional.empty(), at);
  }

  /// {@return the end of a recalled visit; the state of the last checkpoint applies}
  ///
  /// @param reason one sentence
  /// @param at time of the end
  public static VisitEnding killed(String reason, Instant at) {
    return of(new VisitOutcome.Recalled(reason), at);
  }

  /// {@return the end of a visit that the host could not run; the state of the last checkpoint
  /// applies}
  ///
  /// @param reason one sentence
  /// @param at time of the end
  public static VisitEnding failed(String reason, Instant at) {
    return of(new VisitOutcome.Failed(reason), at);
  }

  /// {@return the final state of the visit}
  VisitState phase() {
    return outcome.state();
  }

  /// {@return one sentence; empty if there is nothing to explain}
  String reason() {
    return outcome.reason();
  }

  /// {@return URLs at which the agent wants to continue}
  List<String> next() {
    return outcome.next();
  }
}
