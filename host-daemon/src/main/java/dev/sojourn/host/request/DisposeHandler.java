package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;

/// Handles DISPOSE: ends a visit, and deletes it.
///
/// @param store the store of visits
/// @param visits the waiting and running visits
public record DisposeHandler(Store store, Visits visits) {

  AtpResponse answer(VisitKey key) throws StoreException, InterruptedException {
    if (store.status(key).isEmpty()) {
      return AgentRefusals.unknown(key);
    }
    var _ = visits.kill(key, "Its owner gave it up.");
    var _ = store.forget(key).await();
    return AtpResponse.okay();
  }
}
