package dev.sojourn.host.daemon;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.journey.HopStatement;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.Seal;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.host.store.VisitRecord;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import java.util.Optional;

/// Says, and signs, what stays were made here. A statement is made when its stay ends, or where it
/// ended otherwise than in its worker, when somebody asks; it stays the same from then on.
final class Statements {
  private final Store store;
  private final CurrentRules rules;
  private final SigningKey key;

  Statements(Store store, CurrentRules rules, SigningKey key) {
    this.store = store;
    this.rules = rules;
    this.key = key;
  }

  /// How a visit stands, with the statement once it is over.
  VisitStatus status(VisitKey key, VisitRecord standing) throws StoreException {
    var status = standing.status();
    if (!status.state().isFinal()) {
      return status;
    }
    var statement = standing.statement().flatMap(Statements::envelope);
    if (statement.isEmpty()) {
      var visit = store.find(key);
      statement = visit.isPresent() ? of(visit.get()) : Optional.empty();
    }
    return statement.map(status::withStatement).orElse(status);
  }

  /// What signs a visit as its end is kept, so that nobody who asks has to wait for that.
  ///
  /// @param visit as it is now or was before: what may change comes when it is over
  Seal seal(KeptVisit visit) {
    return ended -> statement(visit, ended).sign(key).encode();
  }

  /// The statement about a stay; empty while it is not over, or where the store was made before
  /// statements were.
  Optional<Envelope> of(KeptVisit visit) throws StoreException {
    if (!visit.status().state().isFinal()) {
      return Optional.empty();
    }
    var kept = store.statement(visit.key());
    if (kept.isEmpty()) {
      var findings = store.chain(visit.key());
      if (findings.isEmpty()) {
        return Optional.empty();
      }
      var state = store.state(visit.key()).map(Digest::of);
      var ended = new Seal.Ended(visit.status(), visit.tally(), findings.get(), state);
      store.keepStatement(visit.key(), seal(visit).statement(ended));
      kept = store.statement(visit.key());
    }
    return kept.flatMap(Statements::envelope);
  }

  private static Optional<Envelope> envelope(Bytes kept) {
    return new PackageReader(PackageLimits.DEFAULT).readEnvelope(kept);
  }

  private HopStatement statement(KeptVisit visit, Seal.Ended end) {
    var passport = visit.passport();
    var log = visit.agent().hops();
    boolean isFurther = log.size() > passport.hop();
    var status = end.status();
    var ended = status.ended().orElse(visit.arrived());
    return new HopStatement(
        passport.agentId(),
        Math.max(log.size(), passport.hop()),
        log.isEmpty() ? Optional.empty() : Optional.of(log.getLast().digest()),
        key.id(),
        passport.codeDigest(),
        passport.nonce(),
        isFurther ? stateOut(log.getLast()) : passport.stateDigest(),
        end.state(),
        end.findings(),
        status.pages(),
        status.pageBytes(),
        end.tally().time(),
        policy(visit),
        status.started().orElse(ended),
        ended);
  }

  /// The log was verified when the agent came.
  private static Optional<Digest> stateOut(Envelope last) {
    try {
      return HopStatement.read(last.payload()).stateOut();
    } catch (JsonException e) {
      throw new IllegalStateException("a hop log in the store is malformed", e);
    }
  }

  /// Digest of what was granted, as JSON; of an empty object where the site is no longer served.
  private Digest policy(KeptVisit visit) {
    return Digest.of(
        JsonWriter.object(
            json -> {
              if (Terms.of(visit.passport(), rules.sites(), rules.limits())
                  instanceof Terms.Granted granted) {
                json.put("milliseconds", granted.limits().wallClock().toMillis())
                    .put("pages", granted.limits().pages())
                    .put("bytes", granted.limits().pageBytes())
                    .put("findings", granted.limits().findings());
              }
            }));
  }
}
