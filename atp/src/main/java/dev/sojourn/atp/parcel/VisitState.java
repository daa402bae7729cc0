package dev.sojourn.atp.parcel;

import java.util.Locale;
import java.util.Optional;

/// The state of a visit, as named on the wire. All states but the first four are final. On a host,
/// only `VisitOutcome.state()` maps the outcome of a visit to a state.
public enum VisitState {
  /// The visit is on disk, but has not begun.
  WAITING,
  /// The agent runs.
  RUNNING,
  /// The agent stays but does not run until a time, a message or a change of pages wakes it.
  PARKED,
  /// The agent returned, and its host is sending it to the next host of its itinerary.
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
  /// The agent threw an exception, or its worker was lost permanently.
  FAILED;

  /// {@return whether the state can no longer change}
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
