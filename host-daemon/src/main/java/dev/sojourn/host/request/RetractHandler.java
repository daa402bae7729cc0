package dev.sojourn.host.request;

import dev.sojourn.atp.AtpRequest;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.Preferences;
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
    var wait = Preferences.of(request.headers()).longestWait();
    if (wait.isPresent()) {
      awaitEnd(key, wait.get());
    }
    var kept = visits.kill(key, "Its owner called it back.");
    var home = kept.isEmpty() ? Optional.<AtpResponse>empty() : agents.answer(key, kept.get());
    return home.map(
            answer ->
                wait.map(time -> AgentReturn.applied(answer, Preferences.waiting(time)))
                    .orElse(answer))
        .orElseGet(() -> AgentRefusals.unknown(key));
  }

  /// Waits also for a visit that begins when the one before has left.
  private void awaitEnd(VisitKey key, Duration longest) throws InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    for (var visit = visits.active(key); visit.isPresent(); visit = visits.active(key)) {
      long left = until - System.nanoTime();
      if (left <= 0) {
        return;
      }
      var _ = visit.get().awaitEnd(Duration.ofNanos(left));
    }
  }
}
