package dev.sojourn.host.store;

import dev.sojourn.atp.journey.HopLogEntry;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import dev.sojourn.visit.VisitTally;
import java.util.Optional;

/// Signs this host's statement about one visit; has the parts known before the end, and the key.
/// Thus the write of the end includes the statement, and no caller waits for it.
///
/// @param visit its current or an earlier version; the end supplies the parts that change
/// @param policy digest of the limits granted to the visit
/// @param key the key of this host
public record EndStatementSigner(KeptVisit visit, Digest policy, SigningKey key) {

  /// A visit that is over.
  ///
  /// @param status a final one
  /// @param tally the spending of the visit
  /// @param findings the chain over all its parcels
  /// @param state digest of its last state; empty if there is none
  public record Ended(
      VisitStatus status, VisitTally tally, Digest findings, Optional<Digest> state) {}

  /// {@return the signed statement, an envelope}
  ///
  /// @param ended the end of the visit
  public Bytes statement(Ended ended) {
    var passport = visit.passport();
    var log = visit.agent().hops();
    boolean isFurther = log.size() > passport.hop();
    var status = ended.status();
    var at = status.ended().orElse(visit.arrived());
    return new HopStatement(
            passport.agentId(),
            Math.max(log.size(), passport.hop()),
            log.isEmpty() ? Optional.empty() : Optional.of(log.getLast().digest()),
            key.id(),
            passport.codeDigest(),
            passport.nonce(),
            isFurther ? stateOut(log.getLast()) : passport.stateDigest(),
            ended.state(),
            ended.findings(),
            status.pages(),
            status.pageBytes(),
            ended.tally().time(),
            policy,
            status.started().orElse(at),
            at)
        .sign(key)
        .encode();
  }

  /// The log was verified when the agent arrived.
  private static Optional<Digest> stateOut(Envelope last) {
    try {
      return HopLogEntry.read(last).stateOut();
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }
}
