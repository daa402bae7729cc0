package dev.sojourn.host.onward;

import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.signature.Envelope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The stored hop of an agent to its next host.
///
/// @param key the key of the ended visit
/// @param legs the numbers of the legs that the agent wants, ascending
/// @param passed the stops that were passed over
/// @param statement the statement about the chosen stop; empty until one is chosen
/// @param isUnsure whether the host of the stop may already have the agent
/// @param since the time of the first attempt
public record PendingHop(
    VisitKey key,
    List<Integer> legs,
    List<Passed> passed,
    Optional<Envelope> statement,
    boolean isUnsure,
    Instant since) {
  /// Copies the lists.
  public PendingHop {
    legs = List.copyOf(legs);
    passed = List.copyOf(passed);
  }
}
