package dev.sojourn.atp.parcel;

import java.util.Locale;
import java.util.Optional;

/// The state of a visit, as the wire names it. All but the first four are final; a host maps the
/// outcome of a visit to one of them in one place, `VisitOutcome.state()`.
public enum VisitState {
  /// On disk, not begun.
  WAITING,
  /// The agent runs.
  RUNNING,
  /// The agent stays without running, until a time, a message or a change of pages.
  PARKED,
  /// The agent returned, and its host is sending it on to the next one of its itinerary.
  LEAVING,
  /// The agent returned, and is at another host.
  MOVED,
  /// The agent returned.
  FINISHED,
  /// The agent's code was not admitted.
  DENIED,
  /// A limit ended the visit; the state of the last checkpoint is kept.
  STOPPED,
  /// The host's operator, or the owner, ended the visit.
  KILLED,
  /// The agent threw, or its worker was lost for good.
  FAILED;

  /// {@return whether nothing will change any more}
  public boolean isFinal() {
    return this != WAITING && this != RUNNING && this != PARKED && this != LEAVING;
  }

  /// {@return the word on the wire, in lower case}
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// {@return the state that the word names}
  ///
  /// @param word in lower case
  public static Optional<VisitState> of(String word) {
    for (var state : values()) {
      if (state.word().equals(word)) {
        return Optional.of(state);
      }
    }
    return Optional.empty();
  }
}
