package dev.sojourn.host.lifecycle;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonWriter;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.host.rules.Terms;
import dev.sojourn.host.store.EndStatementSigner;
import dev.sojourn.host.store.KeptVisit;
import dev.sojourn.host.store.SignedStatus;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.key.SigningKey;
import dev.sojourn.identity.signature.Envelope;
import java.util.Optional;

/// Makes and stores the signed statements of this host about visits. A visit that ends in its
/// worker gets its statement at once, any other visit on request. A statement never changes.
/// Thread-safe.
public final class Statements {
  private final Store store;
  private final CurrentRules rules;
  private final SigningKey key;

  /// Creates the statements of a host.
  ///
  /// @param store stores the statements
  /// @param rules the current rules
  /// @param key the key of this host
  public Statements(Store store, CurrentRules rules, SigningKey key) {
    this.store = store;
    this.rules = rules;
    this.key = key;
  }

  /// {@return the status of a visit, with the statement if it is over}
  ///
  /// @param key the visit's name
  /// @param kept its status on disk
  /// @throws StoreException if the disk fails
  public VisitStatus status(VisitKey key, SignedStatus kept) throws StoreException {
    var status = kept.status();
    if (!status.state().isFinal()) {
      return status;
    }
    var statement = kept.statement().flatMap(Statements::envelope);
    if (statement.isEmpty()) {
      var visit = store.find(key);
      statement = visit.isPresent() ? of(visit.get()) : Optional.empty();
    }
    return statement.map(status::withStatement).orElse(status);
  }

  /// {@return the signer for the end of a visit, so that no caller waits for the statement}
  ///
  /// @param visit its current or an earlier version; the end supplies the parts that change
  /// @param terms the terms granted to the visit
  EndStatementSigner endSigner(KeptVisit visit, Terms.Granted terms) {
    return new EndStatementSigner(visit, policy(Optional.of(terms)), key);
  }

  /// The key that signs statements.
  SigningKey key() {
    return key;
  }

  /// The statement about a visit; empty if the visit is not over or is older than statements.
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
      var ended =
          new EndStatementSigner.Ended(visit.status(), visit.tally(), findings.get(), state);
      var endSigner = new EndStatementSigner(visit, policy(granted(visit)), key);
      var _ = store.visits().keepStatement(visit.key(), endSigner.statement(ended)).await();
      kept = store.statement(visit.key());
    }
    return kept.flatMap(Statements::envelope);
  }

  private static Optional<Envelope> envelope(Bytes kept) {
    return new PackageReader(PackageLimits.DEFAULT).readEnvelope(kept);
  }

  /// The terms that the current rules grant to a visit that did not end in its worker.
  private Optional<Terms.Granted> granted(KeptVisit visit) {
    return Terms.of(visit.passport(), rules.sites(), rules.limits())
            instanceof Terms.Granted granted
        ? Optional.of(granted)
        : Optional.empty();
  }

  /// Digest of the granted limits as JSON; an empty object if the site is no longer served.
  private static Digest policy(Optional<Terms.Granted> granted) {
    return Digest.of(
        JsonWriter.object(
            json ->
                granted
                    .map(Terms.Granted::limits)
                    .ifPresent(
                        limits ->
                            json.put("milliseconds", limits.wallClock().toMillis())
                                .put("pages", limits.pages())
                                .put("bytes", limits.pageBytes())
                                .put("findings", limits.findings()))));
  }
}
