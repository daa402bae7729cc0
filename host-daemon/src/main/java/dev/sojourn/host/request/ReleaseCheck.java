package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.host.release.Releases;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.util.Optional;

/// The check whether anything of a visit may leave. Where this host withholds nothing, all may.
///
/// @param store has the visits
/// @param releases that the operator decided
public record ReleaseCheck(Store store, Releases releases) {
  private static final Duration RETRY = Duration.ofSeconds(10);

  /// {@return whether anything is withheld at this host}
  boolean isWithholding() {
    return releases.isWithholding();
  }

  /// The answer in place of one that carries something of a visit; empty where that may leave.
  Optional<AtpResponse> objection(VisitKey key) throws StoreException {
    try {
      return objection(key, Duration.ZERO);
    } catch (InterruptedException e) {
      // Nobody waits here.
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /// The same, after a wait for the operator's decision.
  ///
  /// @param longest wait
  Optional<AtpResponse> objection(VisitKey key, Duration longest)
      throws StoreException, InterruptedException {
    if (releases.letsAllLeave()) {
      return Optional.empty();
    }
    var visit = store.find(key);
    if (visit.isEmpty()) {
      // Its owner may have given it up after the answer was made, before anybody decided about it.
      return Optional.of(AgentRefusals.unknown(key));
    }
    return switch (releases.await(visit.get(), longest)) {
      case RELEASED -> Optional.empty();
      case WITHHELD ->
          Optional.of(
              AtpResponse.unavailable(
                  "withheld",
                  "The operator of this host looks at what agent %s found before it leaves; it is"
                          .formatted(key.agentId())
                      + " not released yet.",
                  RETRY));
      case DROPPED ->
          Optional.of(
              AtpResponse.refusal(
                  new Problem(
                      "findings-dropped",
                      AtpStatus.FORBIDDEN,
                      "The operator of this host does not let leave what agent %s found."
                          .formatted(key.agentId()))));
    };
  }

  /// The answer to a message: an agent's reply would leave unseen.
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
