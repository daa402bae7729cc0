package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.util.Optional;

/// The refusals shared by several methods.
final class AgentRefusals {
  private static final Duration RETRY_WHEN_LEAVING = Duration.ofSeconds(1);

  private AgentRefusals() {}

  /// The current address of an agent that is at another host; otherwise empty.
  static Optional<AtpResponse> moved(VisitStatus status) {
    return status.movedTo().map(AtpResponse::moved);
  }

  /// The agent is travelling to another host, and may already be there.
  static AtpResponse leaving(VisitKey key) {
    return AtpResponse.unavailable(
        "agent-leaving",
        "Agent %s is on its way to another host; ask again.".formatted(key.agentId()),
        RETRY_WHEN_LEAVING);
  }

  /// The same answer for an unknown agent and for an agent of another owner.
  static AtpResponse unknown(VisitKey key) {
    return AtpResponse.refusal(
        new Problem(
            "agent-unknown",
            AtpStatus.NOT_FOUND,
            "There is no agent " + key.agentId() + " of yours here."));
  }
}
