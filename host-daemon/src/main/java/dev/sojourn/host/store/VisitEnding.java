package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.visit.LimitWords;
import dev.sojourn.visit.VisitOutcome;
import dev.sojourn.visit.VisitTally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The end of a visit, as it is kept.
///
/// @param outcome as its owner sees it, see [VisitOutcome#noted(LimitWords)]
/// @param lines its last lines
/// @param state its last state; empty if that of the last checkpoint holds
/// @param tally its spending; empty if that of the last checkpoint holds, and the pages that it
///   read since
/// @param at when
/// @param legs the numbers of the legs that the agent wants to go; none unless it goes on along its
///   itinerary
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

  /// The end of a visit whose agent goes nowhere.
  ///
  /// @param outcome as its owner sees it
  /// @param lines its last lines
  /// @param state its last state
  /// @param tally its spending
  /// @param at when
  public VisitEnding(
      VisitOutcome outcome,
      List<ParcelLine> lines,
      Optional<byte[]> state,
      Optional<VisitTally> tally,
      Instant at) {
    this(outcome, lines, state, tally, at, List.of());
  }

  /// {@return an end that comes from outside; the state of the last checkpoint holds}
  ///
  /// @param outcome as its owner sees it
  /// @param at when
  public static VisitEnding of(VisitOutcome outcome, Instant at) {
    return new VisitEnding(outcome, List.of(), Optional.empty(), Optional.empty(), at);
  }

  /// {@return the end of a visit from outside; the state of the last checkpoint holds}
  ///
  /// @param reason one sentence
  /// @param at when
  public static VisitEnding killed(String reason, Instant at) {
    return of(new VisitOutcome.Recalled(reason), at);
  }

  /// {@return the end of a visit that the host could not make; the state of the last checkpoint
  /// holds}
  ///
  /// @param reason one sentence
  /// @param at when
  public static VisitEnding failed(String reason, Instant at) {
    return of(new VisitOutcome.Failed(reason), at);
  }

  /// {@return the state of the visit from now on, a final one}
  VisitState phase() {
    return outcome.state();
  }

  /// {@return one sentence; empty if there is nothing to explain}
  String reason() {
    return outcome.reason();
  }

  /// {@return URLs at which the agent wants to go on}
  List<String> next() {
    return outcome.next();
  }
}
