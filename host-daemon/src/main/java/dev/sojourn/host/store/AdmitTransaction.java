package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.IntakeLimits;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import java.sql.SQLException;
import java.util.Optional;

/// Takes an agent into the store: one write that finds every reason against it before it changes
/// anything. Digests and encodings are made beforehand, by the thread that asks, since all agents
/// share the one that writes.
///
/// The transfer of an agent, as its owner signed it, is remembered: a repeated DISPATCH is then
/// harmless, and a replayed one useless. That outlives a restart, and the passport, which is
/// refused once it has expired.
final class AdmitTransaction {
  private final Arrival arrival;
  private final VisitKey key;
  private final Passport passport;
  private final String passportDigest;
  private final Bytes envelope;
  private final Optional<Bytes> logged;
  private final String code;

  AdmitTransaction(Arrival arrival) {
    this.arrival = arrival;
    this.key = arrival.key();
    this.passport = arrival.passport();
    this.passportDigest = arrival.agent().passport().digest().hex();
    this.envelope = arrival.envelope();
    this.logged = arrival.logged();
    this.code = passport.codeDigest().hex();
  }

  AdmitResult admit(SqliteSession session, StorageUse storage, IntakeLimits limits)
      throws SQLException {
    var repeated = repeated(session);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    var phase =
        session.text(
            "SELECT phase FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    if (phase.flatMap(VisitState::of).filter(state -> !state.isFinal()).isPresent()) {
      return AdmitResult.AGENT_HERE;
    }
    boolean hasCode = session.exists("SELECT 1 FROM code WHERE digest = ?", code);
    if (!hasCode && arrival.agent().code().isEmpty()) {
      return AdmitResult.CODE_MISSING;
    }
    var limit = limit(session, storage, limits, hasCode);
    if (limit.isPresent()) {
      return limit.get();
    }
    keep(session, storage, hasCode, phase.isPresent());
    storage.add(arrival.signer(), bytes(hasCode));
    storage.visitAdded();
    return AdmitResult.KEPT;
  }

  /// Whether the transfer came before, its nonce with another passport, or perhaps either of them.
  private Optional<AdmitResult> repeated(SqliteSession session) throws SQLException {
    var known =
        session.text(
            "SELECT passport FROM transfer WHERE owner = ? AND dispatch = ?",
            key.owner(),
            passport.dispatchId());
    if (known.isPresent()) {
      return Optional.of(
          known.get().equals(passportDigest) ? AdmitResult.REPEATED : AdmitResult.REUSED);
    }
    if (session.exists(
        "SELECT 1 FROM transfer WHERE owner = ? AND nonce = ?", key.owner(), passport.nonce())) {
      return Optional.of(AdmitResult.REUSED);
    }
    return Tidying.mayHaveForgotten(session, passport.expires())
        ? Optional.of(AdmitResult.UNCERTAIN)
        : Optional.empty();
  }

  /// The limit that has no room for the agent; empty where all have.
  private Optional<AdmitResult> limit(
      SqliteSession session, StorageUse storage, IntakeLimits limits, boolean hasCode)
      throws SQLException {
    if (!storage.hasFewerVisits(limits.unfinished(), session)) {
      return Optional.of(AdmitResult.CROWDED);
    }
    if (!SignerUsageTable.read(session, arrival.signer(), arrival.at()).isBelow(limits.day())) {
      return Optional.of(AdmitResult.DAY_SPENT);
    }
    return storage
        .exceeded(
            session,
            arrival.signer(),
            bytes(hasCode),
            limits.storage(),
            code,
            StorageUse.Care.OFTEN)
        .map(
            full ->
                switch (full) {
                  case SIGNER -> AdmitResult.SIGNER_STORAGE_SPENT;
                  case ALL -> AdmitResult.STORAGE_SPENT;
                });
  }

  private long bytes(boolean hasCode) {
    return envelope.size()
        + size(arrival.agent().state())
        + size(logged)
        + (hasCode ? 0 : size(arrival.agent().code()));
  }

  // The counted arrival is passed as it came: components of records.
  private static long size(Optional<Bytes> bytes) {
    return bytes.map(Bytes::size).orElse(0);
  }

  private void keep(SqliteSession session, StorageUse storage, boolean hasCode, boolean wasHere)
      throws SQLException {
    session.update(
        "INSERT INTO transfer (owner, dispatch, passport, nonce, expires) VALUES (?, ?, ?, ?, ?)",
        key.owner(),
        passport.dispatchId(),
        passportDigest,
        passport.nonce(),
        passport.expires());
    session.update(
        "INSERT INTO signer (owner, name) VALUES (?, ?)"
            + " ON CONFLICT (owner) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
        key.owner(),
        arrival.signer());
    var _ =
        SignerUsageTable.add(
            session, new SignerUse(arrival.signer(), arrival.at(), SignerUsage.oneVisit()));
    if (hasCode) {
      storage.codeUsed(session, code, arrival.at());
    } else {
      keepCode(session);
    }
    if (wasHere) {
      // The visit of this agent is over, and makes room for the new one.
      session.update("DELETE FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    }
    keepVisit(session);
  }

  /// The bytes of the agent as it came.
  private long received() {
    return envelope.size()
        + size(arrival.agent().code())
        + size(arrival.agent().state())
        + size(logged);
  }

  private void keepCode(SqliteSession session) throws SQLException {
    session.update(
        "INSERT INTO code (digest, used, bytes, owner) VALUES (?, ?, ?, ?)",
        code,
        arrival.at(),
        size(arrival.agent().code()),
        key.owner());
    session.update("INSERT INTO jar (digest, octets) VALUES (?, ?)", code, arrival.agent().code());
  }

  private void keepVisit(SqliteSession session) throws SQLException {
    session.update(
        "INSERT INTO visit (owner, agent, package, state, code, phase, arrived, chain, token)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        key.owner(),
        key.agentId(),
        envelope,
        arrival.agent().state(),
        code,
        VisitState.WAITING.word(),
        arrival.at(),
        ParcelChain.EMPTY.head().hex(),
        passport.productToken());
    var _ = SavedTable.arrived(session, key, arrival.at(), received());
    if (logged.isPresent()) {
      session.update(
          "INSERT INTO logged (owner, agent, whole) VALUES (?, ?, ?)",
          key.owner(),
          key.agentId(),
          logged);
    }
  }
}
