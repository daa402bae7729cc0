package dev.sojourn.host.onward;

import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.signature.Envelope;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The hop of an agent to its next host, as it is on disk.
///
/// @param key the visit that is over here
/// @param legs the numbers of the legs that the agent wants to go, ascending
/// @param passed the stops that did not take it
/// @param statement about the stop to which it is sent; empty until one is chosen
/// @param isUnsure whether that host may have the agent already
/// @param since when it was first tried
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
