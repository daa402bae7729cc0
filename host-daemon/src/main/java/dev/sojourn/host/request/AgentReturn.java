package dev.sojourn.host.request;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.onward.OnwardStore;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.util.ArrayList;
import java.util.Optional;

/// Makes the answer that returns an agent to its owner. It has the agent's package with the state
/// of its last checkpoint, and the statements of all hosts about its visits.
///
/// @param store the store of agents
/// @param statements about their visits
public record AgentReturn(Store store, Statements statements) {

  /// The agent as it is on disk; empty if it does not exist.
  Optional<AtpResponse> answer(VisitKey key, SignedStatus kept) throws StoreException {
    var found = store.agent(key);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    var agent = found.get();
    var status = statements.status(key, kept);
    var log = new ArrayList<>(agent.hops());
    status.statement().ifPresent(log::add);
    new OnwardStore(store).statement(key).ifPresent(log::add);
    return Optional.of(
        AtpResponse.okay(AgentPackage.MEDIA_TYPE, agent.withHops(log).encode())
            .withHeader(AtpHeaders.VISIT_STATE, status.state().word()));
  }
}
