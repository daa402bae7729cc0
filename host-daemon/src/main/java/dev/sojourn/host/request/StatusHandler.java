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

/// Handles STATUS: reports the status of a visit.
///
/// @param store the store of visits
/// @param statements about ended visits
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

  /// The stops of the itinerary that did not admit the agent, before this host (as signed by
  /// earlier hosts) and after it.
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
