package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.visit.VisitTally;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The end of a visit, as it is kept.
///
/// @param phase a final one
/// @param reason one sentence; empty where there is nothing to explain
/// @param next URLs at which the agent wants to go on
/// @param lines what it said last
/// @param state its last state; empty where that of the last checkpoint holds
/// @param tally what it spent; empty where that of the last checkpoint holds
/// @param at when
public record VisitEnding(
    VisitState phase,
    String reason,
    List<String> next,
    List<ParcelLine> lines,
    Optional<byte[]> state,
    Optional<VisitTally> tally,
    Instant at) {
  /// Copies the lists.
  ///
  /// @throws IllegalArgumentException if the phase is not final
  public VisitEnding {
    next = List.copyOf(next);
    lines = List.copyOf(lines);
    if (!phase.isFinal()) {
      throw new IllegalArgumentException("phase: " + phase + " (expected: a final one)");
    }
  }

  /// {@return that somebody ended the visit from outside; state and tally of the last checkpoint
  /// hold}
  ///
  /// @param reason one sentence
  /// @param at when
  public static VisitEnding killed(String reason, Instant at) {
    return new VisitEnding(
        VisitState.KILLED, reason, List.of(), List.of(), Optional.empty(), Optional.empty(), at);
  }

  /// {@return that the host could not make the visit; state and tally of the last checkpoint hold}
  ///
  /// @param reason one sentence
  /// @param at when
  public static VisitEnding failed(String reason, Instant at) {
    return new VisitEnding(
        VisitState.FAILED, reason, List.of(), List.of(), Optional.empty(), Optional.empty(), at);
  }
}
