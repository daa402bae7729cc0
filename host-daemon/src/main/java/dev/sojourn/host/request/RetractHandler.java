package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.Preferences;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.util.Optional;

/// The handler of RETRACT: ends a visit, after the time that its owner gives it, and brings the
/// agent home.
///
/// @param visits that are under way
/// @param agents brings them home
public record RetractHandler(Visits visits, AgentReturn agents) {

  AtpResponse answer(AtpRequest request, VisitKey key) throws StoreException, InterruptedException {
    var wanted = Preferences.of(request.headers());
    var wait = wanted.longestWait();
    if (wait.isPresent()) {
      awaitEnd(key, wait.get());
    }
    var kept = visits.kill(key, "Its owner called it back.");
    var state = kept.map(status -> status.status().state());
    if (state.equals(Optional.of(VisitState.LEAVING)) && !wanted.wantsAgent()) {
      return AgentRefusals.leaving(key);
    }
    var moved = kept.flatMap(status -> AgentRefusals.moved(status.status()));
    if (moved.isPresent() && !wanted.wantsAgent()) {
      return moved.get();
    }
    // An owner whose agent was lost elsewhere has the copy from which it went on.
    var home = kept.isEmpty() ? Optional.<AtpResponse>empty() : agents.answer(key, kept.get());
    return home.map(
            answer ->
                wait.map(time -> AgentReturn.applied(answer, Preferences.waiting(time)))
                    .orElse(answer))
        .orElseGet(() -> AgentRefusals.unknown(key));
  }

  /// Waits also for a visit that begins when the one before has left, and for an agent on its way
  /// to another host.
  private void awaitEnd(VisitKey key, Duration longest)
      throws StoreException, InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    for (var visit = visits.active(key); visit.isPresent(); visit = visits.active(key)) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return;
      }
      var _ = visit.get().awaitEnd(Duration.ofNanos(left));
    }
    if (visits.isLeaving(key)) {
      visits.parked().awaitNews(key, Duration.ofNanos(Math.max(0, until - System.nanoTime())));
    }
  }
}
