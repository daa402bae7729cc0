package dev.sojourn.host.request;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.text.HeaderText;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.util.Optional;

/// The handler of RETRACT: ends a visit and brings the agent home. For an agent that went on, its
/// owner may ask for the copy that this host keeps.
///
/// @param visits that are under way
/// @param agents brings them home
public record RetractHandler(Visits visits, AgentReturn agents) {

  AtpResponse answer(AtpRequest request, VisitKey key) throws StoreException, InterruptedException {
    boolean wantsCopy = wantsCopy(request);
    var kept = visits.kill(key, "Its owner called it back.");
    var state = kept.map(status -> status.status().state());
    if (state.equals(Optional.of(VisitState.LEAVING)) && !wantsCopy) {
      return AgentRefusals.leaving(key);
    }
    var moved = kept.flatMap(status -> AgentRefusals.moved(status.status()));
    if (moved.isPresent() && !wantsCopy) {
      return moved.get();
    }
    // An owner whose agent was lost elsewhere has the copy from which it went on.
    var home = kept.isEmpty() ? Optional.<AtpResponse>empty() : agents.answer(key, kept.get());
    return home.orElseGet(() -> AgentRefusals.unknown(key));
  }

  private static boolean wantsCopy(AtpRequest request) {
    return request.headers().all(AtpHeaders.PREFER).stream()
        .flatMap(field -> HeaderText.elements(field).stream())
        .anyMatch("return=representation"::equalsIgnoreCase);
  }
}
