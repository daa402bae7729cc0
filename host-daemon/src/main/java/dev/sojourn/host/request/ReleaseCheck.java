package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.host.release.ReleaseState;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Checks whether data of a visit may leave. If this host withholds nothing, all data may leave.
///
/// @param store the store of visits
/// @param releases the operator's decisions
public record ReleaseCheck(Store store, Releases releases) {
  private static final Duration RETRY = Duration.ofSeconds(10);

  /// {@return whether this host withholds anything}
  boolean isWithholding() {
    return releases.isWithholding();
  }

  /// The visit that a request names, before its answer is made. Its owner may replace it in the
  /// meantime by another of the same name, which needs its own decision.
  ///
  /// @param arrived its arrival time; empty if any visit of that name will do
  /// @param objection the final answer; empty if the request may continue
  record Asked(Optional<Instant> arrived, Optional<AtpResponse> objection) {
    static final Asked ANY = new Asked(Optional.empty(), Optional.empty());
  }

  Asked asked(VisitKey key) throws StoreException {
    if (releases.letsAllLeave()) {
      return Asked.ANY;
    }
    var visit = store.find(key);
    return new Asked(
        visit.map(KeptVisit::arrived),
        visit.isEmpty()
            ? Optional.of(AgentRefusals.unknown(key))
            : visit
                .filter(kept -> releases.stateOf(kept) == ReleaseState.DROPPED)
                .map(_ -> dropped(key)));
  }

  /// The answer that replaces one with data of a visit; empty if the data may leave.
  ///
  /// @param arrived arrival time of the visit in the answer
  Optional<AtpResponse> objection(VisitKey key, Optional<Instant> arrived) throws StoreException {
    if (releases.letsAllLeave()) {
      return Optional.empty();
    }
    var visit = store.find(key);
    if (visit.isEmpty()) {
      // Its owner may have disposed of it after the answer was made, before any decision.
      return Optional.of(AgentRefusals.unknown(key));
    }
    if (arrived.filter(at -> !at.equals(visit.get().arrived())).isPresent()) {
      return Optional.of(withheld(key));
    }
    return switch (releases.stateOf(visit.get())) {
      case RELEASED -> Optional.empty();
      case WITHHELD -> Optional.of(withheld(key));
      case DROPPED -> Optional.of(dropped(key));
    };
  }

  /// Waits for the operator's decision, and then checks as above.
  ///
  /// @param longest limit of the wait
  Optional<AtpResponse> objection(VisitKey key, Duration longest)
      throws StoreException, InterruptedException {
    var visit = isWithholding() ? store.find(key) : Optional.<KeptVisit>empty();
    if (visit.isPresent()) {
      releases.await(visit.get(), longest);
    }
    return objection(key, Optional.empty());
  }

  private static AtpResponse withheld(VisitKey key) {
    return AtpResponse.unavailable(
        "withheld",
        "The operator of this host looks at what agent %s found before it leaves; it is not"
                .formatted(key.agentId())
            + " released yet.",
        RETRY);
  }

  private static AtpResponse dropped(VisitKey key) {
    return AtpResponse.refusal(
        new Problem(
            "findings-dropped",
            AtpStatus.FORBIDDEN,
            "The operator of this host does not let leave what agent %s found."
                .formatted(key.agentId())));
  }

  /// The answer to a message, because the agent's reply would leave unchecked.
  Optional<AtpResponse> objectionToMessages() {
    return isWithholding()
        ? Optional.of(
            AtpResponse.refusal(
                new Problem(
                    "messages-not-taken",
                    AtpStatus.FORBIDDEN,
                    "This host takes no messages to agents: its operator looks at everything"
                        + " before it leaves.")))
        : Optional.empty();
  }
}
