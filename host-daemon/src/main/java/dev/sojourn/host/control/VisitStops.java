package dev.sojourn.host.control;

import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.control.ControlAnswer;
import dev.sojourn.control.ControlAnswer.Done;
import dev.sojourn.control.ControlAnswer.End;
import dev.sojourn.control.ControlAnswer.Refused;
import dev.sojourn.control.ControlAnswer.Why;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.lifecycle.Visits;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.trust.TrustSource;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;

/// Stops visits for an operator. Their owners can collect the results up to the last checkpoint.
/// Safe for use by several threads.
///
/// @param visits the visits that wait, run or are parked
/// @param store the store of these visits and of those whose agents leave for other hosts
/// @param rules the rules, for the names of signers
public record VisitStops(Visits visits, Store store, CurrentRules rules) {
  private static final System.Logger LOG = System.getLogger(VisitStops.class.getName());
  private static final int PARKED_AT_ONCE = 500;
  private static final String REASON = "The operator of this host ended it.";

  /// A key that sorts before every visit.
  private static final VisitKey NOBODY = new VisitKey("", "");

  End one(ForeignText id, ControlAnswer answer) throws IOException, InterruptedException {
    var begins = present(visit -> visit.key().agentId().startsWith(id.written()));
    var exact =
        begins.stream().filter(visit -> visit.key().agentId().equals(id.written())).toList();
    var meant = exact.isEmpty() ? begins : exact;
    return meant.size() == 1
        ? end(meant, answer)
        : VisitShow.unclear(id, meant.stream().map(Present::key).toList());
  }

  End ofSigner(ForeignText signer, ControlAnswer answer) throws IOException, InterruptedException {
    var meant = present(of(signer));
    return meant.isEmpty()
        ? new Refused(
            Why.NONE,
            "No visit of a signer '%s' is under way here; 'host ps' names the signers."
                .formatted(signer))
        : end(meant, answer);
  }

  private Predicate<Present> of(ForeignText signer) {
    var given = signer.written();
    var name = name(given);
    return visit -> visit.signer().equals(name) || visit.key().owner().equals(given);
  }

  /// Returns the name of the `[[trust]]` table for a URL. Other text is already a name.
  private String name(String signer) {
    return AgentUrl.parse(signer)
        .flatMap(
            url ->
                rules.now().config().trust().stream()
                    .filter(table -> table.source().equals(new TrustSource.Url(url)))
                    .map(TrustConfig::name)
                    .findFirst()
                    .or(() -> Optional.of(url.text())))
        .orElse(signer);
  }

  End all(ControlAnswer answer) throws IOException, InterruptedException {
    return end(present(_ -> true), answer);
  }

  /// A visit that waits, runs or is parked, or whose agent leaves for another host.
  private record Present(VisitKey key, String signer) {}

  /// Lists running visits first, because they use more resources than the others.
  private List<Present> present(Predicate<Present> meant) throws StoreException {
    var found = new LinkedHashSet<Present>();
    for (var visit : visits.present()) {
      found.add(new Present(visit.key(), visit.snapshot().signer()));
    }
    var parked = visits.parked().after(NOBODY, PARKED_AT_ONCE);
    while (!parked.isEmpty()) {
      parked.forEach(visit -> found.add(new Present(visit.key(), visit.signer())));
      parked = visits.parked().after(parked.getLast().key(), PARKED_AT_ONCE);
    }
    var leaving = new LeavingAgents(store);
    for (var keys = leaving.after(NOBODY); !keys.isEmpty(); keys = leaving.after(keys.getLast())) {
      for (var key : keys) {
        store
            .find(key)
            .filter(visit -> visit.status().state() == VisitState.LEAVING)
            .ifPresent(visit -> found.add(new Present(key, rules.signerName(visit.passport()))));
      }
    }
    return found.stream().filter(meant).toList();
  }

  /// Ends all visits at the same time, and reports each of them when it has ended.
  private End end(List<Present> meant, ControlAnswer answer)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    var ends = new LinkedHashMap<Present, CompletableFuture<Optional<VisitState>>>();
    for (var visit : meant) {
      var end = new CompletableFuture<Optional<VisitState>>();
      ends.put(visit, end);
      Thread.ofVirtual()
          .name("stop-" + visit.key().agentId())
          .start(() -> end.complete(end(visit)));
    }
    long stopped = 0;
    long left = 0;
    long leaving = 0;
    for (var visit : ends.entrySet()) {
      var state = visit.getValue().join();
      stopped += state.equals(Optional.of(VisitState.KILLED)) ? 1 : 0;
      left += state.isEmpty() ? 1 : 0;
      leaving += state.equals(Optional.of(VisitState.LEAVING)) ? 1 : 0;
      answer.item(
          json ->
              json.put("id", visit.getKey().key().agentId())
                  .put("signer", visit.getKey().signer())
                  .put("state", state.map(VisitState::word).orElse("unknown")));
    }
    long took = Duration.ofNanos(System.nanoTime() - begun).toMillis();
    long stoppedInAll = stopped;
    long leftInAll = left;
    long leavingInAll = leaving;
    return new Done(
        json ->
            json.put("stopped", stoppedInAll)
                .put("failed", leftInAll)
                .put("leaving", leavingInAll)
                .put("milliseconds", took));
  }

  /// Ends a visit and returns its new state; empty if the end could not be stored.
  private Optional<VisitState> end(Present visit) {
    try {
      return visits.kill(visit.key(), REASON).map(SignedStatus::status).map(s -> s.state());
    } catch (StoreException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The end of visit {0} could not be kept: {1}",
          visit.key().agentId(),
          e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }
}
