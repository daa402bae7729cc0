package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.text.ForeignText;
import dev.sojourn.host.audit.AuditTrail;
import dev.sojourn.host.audit.AuditVisit;
import dev.sojourn.host.store.Arrival;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.VisitKey;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/// Writes one log line for each ended visit: its signer, pages, findings, and end.
final class VisitLog {
  private static final System.Logger LOG = System.getLogger(VisitLog.class.getName());
  private static final int MAX_NAME_CHARS = 100;
  private static final int MAX_SCOPE_CHARS = 300;
  private static final int MAX_REASON_CHARS = 1_000;

  /// The signer of a visit, and the bytes of its agent and parcels since the daemon started.
  /// Several threads count the parcels.
  ///
  /// @param signer the operator's name for its signer
  /// @param site the origin of the visited site
  /// @param productToken selects the group of robots.txt that its agent obeys
  /// @param scope the part of the site that its passport allows
  /// @param arrived time of the agent's arrival
  /// @param received bytes of the agent as it arrived; 0 if it arrived before the daemon's start
  /// @param from address of its sender; empty if it arrived before the daemon's start
  /// @param parcelBytes bytes of its parcels, collected or not
  record Guest(
      String signer,
      String site,
      String productToken,
      String scope,
      Instant arrived,
      long received,
      String from,
      AtomicLong parcelBytes) {

    static Guest of(String signer, KeptVisit visit) {
      return of(signer, visit.passport(), visit.arrived(), 0, "");
    }

    static Guest of(String signer, Arrival arrival, String from) {
      var agent = arrival.agent();
      long received =
          agent.passport().payload().size()
              + agent.code().map(code -> (long) code.size()).orElse(0L)
              + agent.state().map(state -> (long) state.size()).orElse(0L)
              + agent.hops().stream().mapToLong(hop -> hop.payload().size()).sum();
      return of(signer, arrival.passport(), arrival.at(), received, from);
    }

    private static Guest of(
        String signer, Passport passport, Instant arrived, long received, String from) {
      return new Guest(
          signer,
          passport.scope().origin(),
          passport.productToken(),
          scope(passport),
          arrived,
          received,
          from,
          new AtomicLong());
    }

    AuditVisit audited(VisitKey key) {
      return new AuditVisit(signer, key.owner(), key.agentId());
    }

    private static String scope(Passport passport) {
      var scope = passport.scope();
      var text = scope.origin() + " " + scope.includes();
      return ForeignText.of(
              scope.excludes().isEmpty() ? text : text + " without " + scope.excludes())
          .line(MAX_SCOPE_CHARS);
    }
  }

  private VisitLog() {}

  /// Writes the line of a visit to the log, and its end to the audit log.
  static void ended(AuditTrail trail, VisitKey key, Guest guest, VisitStatus status) {
    trail.ended(guest.audited(key), status);
    long parcelBytes = guest.parcelBytes().get();
    var line = new StringBuilder();
    line.append("Visit ").append(ForeignText.of(key.agentId()).line(MAX_NAME_CHARS));
    line.append(" of ").append(ForeignText.of(guest.signer()).line(MAX_NAME_CHARS));
    line.append(", key ").append(ForeignText.of(key.owner()).line(MAX_NAME_CHARS));
    if (!guest.from().isEmpty()) {
      line.append(", from ").append(guest.from());
    }
    line.append(", at ").append(guest.scope());
    line.append(" ended as ").append(status.state().word());
    line.append(" after ").append(seconds(status)).append(" s: pages=").append(status.pages());
    line.append(" page-bytes=").append(status.pageBytes());
    line.append(" findings=").append(status.findings());
    line.append(" received=").append(guest.received());
    // The owner may never collect them; `host saved` counts the bytes actually sent.
    line.append(" parcel-bytes=").append(parcelBytes);
    line.append(" saving=").append(status.gzipBytes() - guest.received() - parcelBytes);
    if (!status.reason().isEmpty()) {
      line.append(": ").append(ForeignText.of(status.reason()).line(MAX_REASON_CHARS));
    }
    LOG.log(System.Logger.Level.INFO, "{0}", line);
  }

  private static double seconds(VisitStatus status) {
    return status
            .started()
            .flatMap(from -> status.ended().map(until -> Duration.between(from, until)))
            .orElse(Duration.ZERO)
            .toMillis()
        / 1_000.0;
  }
}
