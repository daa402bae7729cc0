package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.PassedStop;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.onward.OnwardStore;
import dev.sojourn.host.onward.PendingHop;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.util.ArrayList;
import java.util.List;

/// The handler of STATUS: says how a visit stands.
///
/// @param store has the visits
/// @param statements about those that are over
public record StatusHandler(Store store, Statements statements) {

  AtpResponse answer(VisitKey key) throws StoreException {
    var kept = store.status(key);
    var moved = kept.flatMap(status -> AgentRefusals.moved(status.status()));
    if (moved.isPresent()) {
      return moved.get();
    }
    if (kept.isEmpty()) {
      return AgentRefusals.unknown(key);
    }
    var status = statements.status(key, kept.get()).withPassed(passed(key));
    return AtpResponse.okay("application/json", status.toJson());
  }

  /// The stops of its itinerary that did not take the agent: on its way here, as the hosts before
  /// signed, and from here on.
  private List<PassedStop> passed(VisitKey key) throws StoreException {
    var visit = store.find(key);
    if (visit.isEmpty() || visit.get().passport().legs().isEmpty()) {
      return List.of();
    }
    var log = new ArrayList<>(store.arrived(key).map(AgentPackage::hops).orElseGet(List::of));
    var hop = new OnwardStore(store).find(key);
    var signed = hop.flatMap(PendingHop::statement);
    signed.ifPresent(log::add);
    var further =
        signed.isPresent() ? List.<Passed>of() : hop.map(PendingHop::passed).orElseGet(List::of);
    return PassedStop.of(visit.get().passport(), log, further);
  }
}
