package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.host.lifecycle.Statements;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;

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
    return kept.isPresent()
        ? AtpResponse.okay("application/json", statements.status(key, kept.get()).toJson())
        : AgentRefusals.unknown(key);
  }
}
