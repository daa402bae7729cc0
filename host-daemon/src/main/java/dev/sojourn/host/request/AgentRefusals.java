package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.host.store.VisitKey;

/// The refusals that several methods give to owners.
final class AgentRefusals {
  private AgentRefusals() {}

  /// The same for an agent that is not here and for one of somebody else.
  static AtpResponse unknown(VisitKey key) {
    return AtpResponse.refusal(
        new Problem(
            "agent-unknown",
            AtpStatus.NOT_FOUND,
            "There is no agent " + key.agentId() + " of yours here."));
  }
}
