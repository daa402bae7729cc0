package dev.sojourn.host.request;

import dev.sojourn.atp.AtpMethod;
import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.base.text.Messages;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// Checks and records all answers that contain data of an agent. Such an answer leaves only if the
/// operator does not withhold it and its audit line is on disk.
public final class Departures {
  private static final System.Logger LOG = System.getLogger(Departures.class.getName());
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final AuditTrail trail;
  private final Store store;
  private final ReleaseCheck releases;
  private final InstantSource clock;
  private final RateLimitedLog failures = new RateLimitedLog(LOG);

  /// Creates the check.
  ///
  /// @param trail records the answers
  /// @param store counts their bytes
  /// @param releases reports what the operator withholds
  /// @param clock the time
  public Departures(AuditTrail trail, Store store, ReleaseCheck releases, InstantSource clock) {
    this.trail = trail;
    this.store = store;
    this.releases = releases;
    this.clock = clock;
  }

  /// The answer, or a refusal if the answer is withheld or the audit log cannot be written.
  ///
  /// @param visit the visit whose data the answer contains
  /// @param arrived arrival time of the visit, from [#asked]
  /// @param parcels numbers of its parcels, as `3-7`
  AtpResponse leave(
      AuditVisit visit,
      Optional<Instant> arrived,
      String method,
      AtpResponse answer,
      Optional<String> parcels)
      throws StoreException {
    if (answer.status() != AtpStatus.OKAY || answer.body().isEmpty()) {
      return answer;
    }
    var key = new VisitKey(visit.key(), visit.agent());
    // Checks only now, because another visit may have taken this name since the request.
    var objection = releases.objection(key, arrived);
    if (objection.isPresent()) {
      return objection.get();
    }
    try {
      trail.left(visit, store.codeOf(key), method, answer.body(), parcels);
      var _ = store.countSent(key, clock.instant(), answer.body().size());
      return answer;
    } catch (IOException e) {
      failures.line(
          System.Logger.Level.WARNING,
          "An answer to {0} does not leave, since the audit log cannot be written: {1}",
          method,
          Messages.clause(e.getCause() instanceof IOException cause ? cause : e));
      return AtpResponse.unavailable(
          "audit-failed", "This host cannot write its audit log now, so nothing leaves it.", RETRY);
    }
  }

  /// The requested visit, with a refusal if the operator dropped it; its owner can still dispose of
  /// it.
  ReleaseCheck.Asked asked(AtpMethod method, VisitKey key) throws StoreException {
    return method == AtpMethod.DISPOSE ? ReleaseCheck.Asked.ANY : releases.asked(key);
  }

  /// An answer with the status of a visit, which may contain words of the agent.
  ///
  /// @param arrived arrival time of the visit, from [#asked]
  AtpResponse announce(VisitKey key, Optional<Instant> arrived, String method, AtpResponse answer)
      throws StoreException {
    var objection =
        answer.status() == AtpStatus.OKAY
            ? releases.objection(key, arrived)
            : Optional.<AtpResponse>empty();
    return objection.orElseGet(() -> announce(method, answer));
  }

  /// An answer without data from pages.
  AtpResponse announce(String method, AtpResponse answer) {
    if (answer.status() == AtpStatus.OKAY) {
      trail.answered(method, answer.body().size());
    }
    return answer;
  }

  /// A package without code is normal for an owner who hopes that the host has it. Owners request
  /// withheld data repeatedly.
  void refused(RequestVisit visit, String method, Problem problem) {
    if (List.of("code-missing", "withheld").contains(problem.code())) {
      trail.answered(method, 0);
    } else if (visit.proven().isPresent()) {
      trail.refused(visit.proven().get(), method, problem, visit.from());
    } else {
      trail.refused(method, problem, visit.from());
    }
  }

  AtpResponse disposed(AuditVisit visit, AtpResponse answer) {
    if (answer.status() == AtpStatus.OKAY) {
      trail.disposed(visit);
    }
    return answer;
  }
}
