package dev.sojourn.host.stay;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.host.store.VisitKey;
import java.time.Instant;
import java.util.Optional;

/// A visit that is parked.
///
/// @param key its name
/// @param signer how the operator calls the signer of its agent
/// @param ends when its stay is over
/// @param isForMessages whether a message wakes it
/// @param due what is to wake it, if something is; otherwise its time
/// @param wakes how often it woke on the given day
/// @param day of UTC, in days since 1970
public record ParkedVisit(
    VisitKey key,
    String signer,
    Instant ends,
    boolean isForMessages,
    Optional<Waker> due,
    long wakes,
    long day) {

  /// {@return how often it woke on the day of a moment}
  ///
  /// @param now the moment
  public long wakesOn(Instant now) {
    return day == StayStore.day(now) ? wakes : 0;
  }
}
