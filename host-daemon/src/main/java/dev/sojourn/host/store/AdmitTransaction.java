package dev.sojourn.host.store;

import dev.sojourn.atp.agent.Transfer;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
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
final class AdmitTransaction {
  private final Arrival arrival;
  private final VisitKey key;
  private final Transfer transfer;
  private final Bytes envelope;
  private final Optional<Bytes> logged;
  private final String code;

  AdmitTransaction(Arrival arrival) {
    this.arrival = arrival;
    this.key = arrival.key();
    this.transfer = arrival.transfer();
    this.envelope = arrival.envelope();
    this.logged = arrival.logged();
    this.code = arrival.passport().codeDigest().hex();
  }

  /// The memory of the thread that writes.
  record Memory(WaitingVisits waiting, CodeUses codeUses, StorageUse storage) {}

  AdmitResult admit(SqliteSession session, Memory memory, IntakeLimits limits) throws SQLException {
    var known =
        session.text(
            "SELECT passport FROM transfer WHERE owner = ? AND dispatch = ?",
            key.owner(),
            transfer.dispatchId());
    if (known.isPresent()) {
      return known.get().equals(transfer.passport().hex())
          ? AdmitResult.REPEATED
          : AdmitResult.REUSED;
    }
    if (session.exists(
        "SELECT 1 FROM transfer WHERE owner = ? AND nonce = ?", key.owner(), transfer.nonce())) {
      return AdmitResult.REUSED;
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
    if (!memory.waiting().isBelow(limits.unfinished(), session)) {
      return AdmitResult.CROWDED;
    }
    if (!SignerUsageTable.read(session, arrival.signer(), arrival.at()).isBelow(limits.day())) {
      return AdmitResult.DAY_SPENT;
    }
    long bytes = bytes(hasCode);
    var full =
        memory
            .storage()
            .exceeded(
                session, arrival.signer(), bytes, limits.storage(), code, StorageUse.Care.OFTEN);
    if (full.isPresent()) {
      return switch (full.get()) {
        case SIGNER -> AdmitResult.SIGNER_STORAGE_SPENT;
        case ALL -> AdmitResult.STORAGE_SPENT;
      };
    }
    keep(session, memory.codeUses(), hasCode, phase.isPresent());
    memory.storage().add(arrival.signer(), bytes);
    memory.waiting().added();
    return AdmitResult.KEPT;
  }

  private long bytes(boolean hasCode) {
    return envelope.size()
        + size(arrival.agent().state())
        + size(logged)
        + (hasCode ? 0 : size(arrival.agent().code()));
  }

  // What is counted is passed as it came: components of records.
  private static long size(Optional<Bytes> bytes) {
    return bytes.map(Bytes::size).orElse(0);
  }

  private void keep(SqliteSession session, CodeUses uses, boolean hasCode, boolean wasHere)
      throws SQLException {
    session.update(
        "INSERT INTO transfer (owner, dispatch, passport, nonce, expires) VALUES (?, ?, ?, ?, ?)",
        key.owner(),
        transfer.dispatchId(),
        transfer.passport().hex(),
        transfer.nonce(),
        transfer.expires());
    session.update(
        "INSERT INTO signer (owner, name) VALUES (?, ?)"
            + " ON CONFLICT (owner) DO UPDATE SET name = excluded.name WHERE name <> excluded.name",
        key.owner(),
        arrival.signer());
    var _ =
        SignerUsageTable.add(
            session, new SignerUse(arrival.signer(), arrival.at(), SignerUsage.oneVisit()));
    if (hasCode) {
      uses.used(session, code, arrival.at());
    } else {
      session.update(
          "INSERT INTO code (digest, used, bytes, owner) VALUES (?, ?, ?, ?)",
          code,
          arrival.at(),
          size(arrival.agent().code()),
          key.owner());
      session.update(
          "INSERT INTO jar (digest, octets) VALUES (?, ?)", code, arrival.agent().code());
    }
    if (wasHere) {
      // The visit of this agent is over, and makes room for the new one.
      session.update("DELETE FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    }
    session.update(
        "INSERT INTO visit (owner, agent, package, state, code, phase, arrived, chain)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        key.owner(),
        key.agentId(),
        envelope,
        arrival.agent().state(),
        code,
        VisitState.WAITING.word(),
        arrival.at(),
        ParcelChain.EMPTY.head().hex());
    if (logged.isPresent()) {
      session.update(
          "INSERT INTO logged (owner, agent, whole) VALUES (?, ?, ?)",
          key.owner(),
          key.agentId(),
          logged);
    }
  }

  /// The number of visits that are not over, never less than there are. Belongs to the thread that
  /// writes.
  ///
  /// To count them takes time in proportion to their number, so it is done only when there might be
  /// too many.
  static final class WaitingVisits {
    private long atMost = Long.MAX_VALUE;

    /// Whether fewer than `most` visits are not over.
    boolean isBelow(int most, SqliteSession session) throws SQLException {
      if (atMost >= most) {
        atMost =
            session.number(
                "SELECT count(*) FROM visit WHERE phase IN (?, ?)",
                VisitState.WAITING.word(),
                VisitState.RUNNING.word());
      }
      return atMost < most;
    }

    /// One more was let in; if that is taken back, the number is too large, which does no harm.
    void added() {
      atMost++;
    }
  }
}
