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

/// Stores arriving agents. One write admits an agent, and checks all reasons against it before it
/// changes anything. Thread-safe.
///
/// The store remembers each signed transfer: a repeated DISPATCH is therefore harmless, and a
/// replayed one useless. The record survives restarts and stays until the passport has expired,
/// after which the host refuses the passport.
public final class ArrivalStore {
  private final WriteQueue writes;
  private final StorageUse storage;

  /// @param writes runs the writes
  /// @param storage used only by the writing thread
  ArrivalStore(WriteQueue writes, StorageUse storage) {
    this.writes = writes;
    this.storage = storage;
  }

  /// Stores an agent, unless a reason forbids it.
  ///
  /// @param arrival the agent
  /// @param limits the agent may exceed none of them
  /// @return the decision; if the disk fails, nothing is stored
  public PendingWrite<AdmitResult> admit(Arrival arrival, IntakeLimits limits) {
    var came = Encoded.of(arrival);
    return writes.write(session -> admit(session, came, limits));
  }

  /// An arriving agent, with its digests and encodings. The calling thread makes them beforehand,
  /// because all agents share one writing thread.
  private record Encoded(
      Arrival arrival,
      VisitKey key,
      Passport passport,
      String passportDigest,
      Bytes envelope,
      Optional<Bytes> logged,
      String code) {
    static Encoded of(Arrival arrival) {
      var passport = arrival.passport();
      return new Encoded(
          arrival,
          arrival.key(),
          passport,
          arrival.agent().passport().digest().hex(),
          arrival.envelope(),
          arrival.logged(),
          passport.codeDigest().hex());
    }

    /// The size of the agent as it arrived, in bytes.
    long received() {
      return envelope.size()
          + size(arrival.agent().code())
          + size(arrival.agent().state())
          + size(logged);
    }

    /// The bytes that it takes on disk.
    long bytes(boolean hasCode) {
      return envelope.size()
          + size(arrival.agent().state())
          + size(logged)
          + (hasCode ? 0 : size(arrival.agent().code()));
    }
  }

  private AdmitResult admit(SqliteSession session, Encoded came, IntakeLimits limits)
      throws SQLException {
    var repeated = repeated(session, came);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    var phase =
        session.text(
            "SELECT phase FROM visit WHERE owner = ? AND agent = ?",
            came.key().owner(),
            came.key().agentId());
    if (phase.flatMap(VisitState::of).filter(state -> !state.isFinal()).isPresent()) {
      return AdmitResult.AGENT_HERE;
    }
    boolean hasCode = session.exists("SELECT 1 FROM code WHERE digest = ?", came.code());
    if (!hasCode && came.arrival().agent().code().isEmpty()) {
      return AdmitResult.CODE_MISSING;
    }
    var limit = limit(session, came, limits, hasCode);
    if (limit.isPresent()) {
      return limit.get();
    }
    keep(session, came, hasCode, phase.isPresent());
    storage.add(came.arrival().signer(), came.bytes(hasCode));
    storage.visitAdded();
    return AdmitResult.KEPT;
  }

  /// Whether the transfer is known, its nonce belongs to another passport, or neither can be
  /// excluded.
  private Optional<AdmitResult> repeated(SqliteSession session, Encoded came) throws SQLException {
    var known =
        session.text(
            "SELECT passport FROM transfer WHERE owner = ? AND dispatch = ?",
            came.key().owner(),
            came.passport().dispatchId());
    if (known.isPresent()) {
      return Optional.of(
          known.get().equals(came.passportDigest()) ? AdmitResult.REPEATED : AdmitResult.REUSED);
    }
    if (session.exists(
        "SELECT 1 FROM transfer WHERE owner = ? AND nonce = ?",
        came.key().owner(),
        came.passport().nonce())) {
      return Optional.of(AdmitResult.REUSED);
    }
    return Retention.mayHaveForgotten(session, came.passport().expires())
        ? Optional.of(AdmitResult.UNCERTAIN)
        : Optional.empty();
  }

  /// The limit that the agent would exceed; empty if it exceeds none.
  private Optional<AdmitResult> limit(
      SqliteSession session, Encoded came, IntakeLimits limits, boolean hasCode)
      throws SQLException {
    if (!storage.hasFewerVisits(limits.unfinished(), session)) {
      return Optional.of(AdmitResult.CROWDED);
    }
    if (!SignerUsageTable.read(session, came.arrival().signer(), came.arrival().at())
        .isBelow(limits.day())) {
      return Optional.of(AdmitResult.DAY_SPENT);
    }
    return storage
        .exceeded(
            session,
            came.arrival().signer(),
            came.bytes(hasCode),
            limits.storage(),
            came.code(),
            StorageUse.Care.OFTEN)
        .map(
            full ->
                switch (full) {
                  case SIGNER -> AdmitResult.SIGNER_STORAGE_SPENT;
                  case ALL -> AdmitResult.STORAGE_SPENT;
                });
  }

  private static long size(Optional<Bytes> bytes) {
    return bytes.map(Bytes::size).orElse(0);
  }

  private void keep(SqliteSession session, Encoded came, boolean hasCode, boolean wasHere)
      throws SQLException {
    session.update(
        "INSERT INTO transfer (owner, dispatch, passport, nonce, expires) VALUES (?, ?, ?, ?, ?)",
        came.key().owner(),
        came.passport().dispatchId(),
        came.passportDigest(),
        came.passport().nonce(),
        came.passport().expires());
    session.update(
        "INSERT INTO signer (owner, name) VALUES (?, ?)"
            + " ON CONFLICT (owner) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
        came.key().owner(),
        came.arrival().signer());
    var _ =
        SignerUsageTable.add(
            session,
            new SignerUse(came.arrival().signer(), came.arrival().at(), SignerUsage.oneVisit()));
    if (hasCode) {
      storage.codeUsed(session, came.code(), came.arrival().at());
    } else {
      keepCode(session, came);
    }
    if (wasHere) {
      // The earlier visit of this agent is over, and the new one replaces it.
      session.update(
          "DELETE FROM visit WHERE owner = ? AND agent = ?",
          came.key().owner(),
          came.key().agentId());
    }
    keepVisit(session, came);
  }

  private void keepCode(SqliteSession session, Encoded came) throws SQLException {
    session.update(
        "INSERT INTO code (digest, used, bytes, owner) VALUES (?, ?, ?, ?)",
        came.code(),
        came.arrival().at(),
        size(came.arrival().agent().code()),
        came.key().owner());
    session.update(
        "INSERT INTO jar (digest, octets) VALUES (?, ?)",
        came.code(),
        came.arrival().agent().code());
  }

  private void keepVisit(SqliteSession session, Encoded came) throws SQLException {
    session.update(
        "INSERT INTO visit (owner, agent, package, state, code, phase, arrived, chain, token)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        came.key().owner(),
        came.key().agentId(),
        came.envelope(),
        came.arrival().agent().state(),
        came.code(),
        VisitState.WAITING.word(),
        came.arrival().at(),
        ParcelChain.EMPTY.head().hex(),
        came.passport().productToken());
    var _ =
        SavingsTable.arrived(
            session,
            came.arrival().signer(),
            came.passport().productToken(),
            came.arrival().at(),
            came.received());
    if (came.logged().isPresent()) {
      session.update(
          "INSERT INTO logged (owner, agent, whole) VALUES (?, ?, ?)",
          came.key().owner(),
          came.key().agentId(),
          came.logged());
    }
  }
}
