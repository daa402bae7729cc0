package dev.sojourn.host.stay;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.host.store.VisitKey;
import java.time.Instant;
import java.util.Optional;

/// A parked visit.
///
/// @param key its name
/// @param signer the operator's name for the signer of its agent
/// @param ends when its stay ends
/// @param isForMessages whether a message wakes it
/// @param due the event that should wake it; empty if only its time does
/// @param wakes how often it woke on the given day
/// @param day that day in UTC, in days since 1970
public record ParkedVisit(
    VisitKey key,
    String signer,
    Instant ends,
    boolean isForMessages,
    Optional<Waker> due,
    long wakes,
    long day) {

  /// {@return how often it woke on one day}
  ///
  /// @param now a moment of that day
  public long wakesOn(Instant now) {
    return day == StayStore.day(now) ? wakes : 0;
  }
}
