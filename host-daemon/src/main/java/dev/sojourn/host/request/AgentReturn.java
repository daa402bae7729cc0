package dev.sojourn.host.request;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.Preferences;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.lifecycle.VisitView;
import dev.sojourn.host.onward.OnwardStore;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.signature.Envelope;
import java.util.ArrayList;
import java.util.Optional;

/// The answer that brings an agent home: its package with the state of its last checkpoint, and the
/// statements of hosts about its visits, this one among them.
///
/// @param store has the agents
/// @param statements about their visits
public record AgentReturn(Store store, Statements statements) {

  /// The agent as it is on disk; empty if it is not here.
  Optional<AtpResponse> answer(VisitKey key, SignedStatus kept) throws StoreException {
    var agent = store.agent(key);
    return agent.isEmpty()
        ? Optional.empty()
        : Optional.of(
            answer(
                agent.get(), statements.status(key, kept), new OnwardStore(store).statement(key)));
  }

  /// The agent as it is in memory.
  ///
  /// @param agent as it came
  /// @param end of its visit
  AtpResponse answer(VisitKey key, AgentPackage agent, VisitView.OwnEnd end) throws StoreException {
    var status = statements.status(key, end.status());
    return answer(agent.withoutCode().withState(end.state()), status, Optional.empty());
  }

  private static AtpResponse answer(
      AgentPackage agent, VisitStatus status, Optional<Envelope> onward) {
    var log = new ArrayList<>(agent.hops());
    status.statement().ifPresent(log::add);
    onward.ifPresent(log::add);
    return AtpResponse.okay(AgentPackage.MEDIA_TYPE, agent.withHops(log).encode())
        .withHeader(AtpHeaders.VISIT_STATE, status.state().word());
  }

  static AtpResponse applied(AtpResponse answer, Preferences heeded) {
    return answer.withHeader(AtpHeaders.PREFERENCE_APPLIED, heeded.value());
  }
}
