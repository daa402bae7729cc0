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

/// Handles RETRACT: ends a visit and returns the agent to its owner. If the agent has moved on, its
/// owner may request the copy stored at this host.
///
/// @param visits the waiting and running visits
/// @param agents makes the answer with the agent
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
    // An owner who lost the agent at another host can get the copy stored here.
    var home = kept.isEmpty() ? Optional.<AtpResponse>empty() : agents.answer(key, kept.get());
    return home.orElseGet(() -> AgentRefusals.unknown(key));
  }

  private static boolean wantsCopy(AtpRequest request) {
    return request.headers().all(AtpHeaders.PREFER).stream()
        .flatMap(field -> HeaderText.elements(field).stream())
        .anyMatch("return=representation"::equalsIgnoreCase);
  }
}
