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

/// The seal of this host on the end of one visit: the part of its statement that is known before,
/// and the key that signs it. So the statement is kept in the write that keeps the end, and no
/// caller has to wait for it.
///
/// @param visit as it is now, or was before: the parts that may change come with the end
/// @param policy digest of the limits that the visit was granted
/// @param key the host's
public record EndStatementSigner(KeptVisit visit, Digest policy, SigningKey key) {

  /// A visit that is over, as far as it came here.
  ///
  /// @param status a final one
  /// @param tally the spending of the visit
  /// @param findings the chain over all its parcels
  /// @param state digest of its last state; empty if there is none
  public record Ended(
      VisitStatus status, VisitTally tally, Digest findings, Optional<Digest> state) {}

  /// {@return the signed statement, an envelope}
  ///
  /// @param ended the end that it is about
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

  /// The log was verified when the agent came.
  private static Optional<Digest> stateOut(Envelope last) {
    try {
      return HopLogEntry.read(last).stateOut();
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }
}
