package dev.sojourn.host.request;

import dev.sojourn.atp.AtpResponse;
import dev.sojourn.atp.AtpStatus;
import dev.sojourn.atp.Problem;
import dev.sojourn.base.log.RateLimitedLog;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.VisitKey;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/// The one door through which answers leave that carry anything of an agent. Such an answer leaves
/// when its line of the audit log is on disk, and otherwise not.
public final class Departures {
  private static final System.Logger LOG = System.getLogger(Departures.class.getName());
  private static final Duration RETRY = Duration.ofSeconds(30);

  private final AuditTrail trail;
  private final Store store;
  private final InstantSource clock;
  private final RateLimitedLog failures = new RateLimitedLog(LOG);

  /// Creates the door.
  ///
  /// @param trail hears what leaves
  /// @param store counts it
  /// @param clock the time
  public Departures(AuditTrail trail, Store store, InstantSource clock) {
    this.trail = trail;
    this.store = store;
    this.clock = clock;
  }

  /// The answer, or a refusal where the audit log cannot be written.
  ///
  /// @param visit of which the answer carries something
  /// @param parcels in it, as `3-7`
  AtpResponse leave(AuditVisit visit, String method, AtpResponse answer, Optional<String> parcels) {
    if (answer.status() != AtpStatus.OKAY || answer.body().isEmpty()) {
      return answer;
    }
    try {
      trail.left(visit, method, answer.body(), parcels);
      var key = new VisitKey(visit.key(), visit.agent());
      var _ = store.countSent(key, clock.instant(), answer.body().size());
      return answer;
    } catch (IOException e) {
      failures.line(
          System.Logger.Level.WARNING,
          "An answer to {0} does not leave, since the audit log cannot be written: {1}",
          method,
          String.valueOf(e.getCause()));
      return AtpResponse.unavailable(
          "audit-failed", "This host cannot write its audit log now, so nothing leaves it.", RETRY);
    }
  }

  /// An answer that carries nothing of pages.
  AtpResponse tell(String method, AtpResponse answer) {
    if (answer.status() == AtpStatus.OKAY) {
      trail.answered(method, answer.body().size());
    }
    return answer;
  }

  /// An agent without its code is the usual way of an owner who hopes that it is here.
  void refused(String method, Problem problem) {
    if (problem.code().equals("code-missing")) {
      trail.answered(method, 0);
    } else {
      trail.refused(method, problem);
    }
  }

  AtpResponse disposed(AuditVisit visit, AtpResponse answer) {
    if (answer.status() == AtpStatus.OKAY) {
      trail.disposed(visit);
    }
    return answer;
  }
}
