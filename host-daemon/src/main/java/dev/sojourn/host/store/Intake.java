package dev.sojourn.host.store;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.agent.DispatchLedger.Transfer;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
import java.sql.SQLException;
import java.util.Optional;

/// Takes an agent into the store: one write that finds every reason against it before it changes
/// anything. Digests and encodings are made beforehand, by the thread that asks, since all agents
/// share the one that writes.
final class Intake {
  private final Arrival arrival;
  private final Runnable taken;
  private final VisitKey key;
  private final Transfer transfer;
  private final Bytes envelope;
  private final Optional<Bytes> logged;
  private final String code;

  /// @param taken is told, each time that the write is tried, when nothing speaks against the
  ///   agent; it is on disk only when the write is
  Intake(Arrival arrival, Runnable taken) {
    this.arrival = arrival;
    this.taken = taken;
    this.key = arrival.key();
    this.transfer = arrival.transfer();
    this.envelope = arrival.envelope();
    this.logged = arrival.logged();
    this.code = arrival.passport().codeDigest().hex();
  }

  Admission admit(Session session, Unfinished unfinished, CodeUses uses, int maxUnfinished)
      throws SQLException {
    var known =
        session.text(
            "SELECT passport FROM transfer WHERE owner = ? AND dispatch = ?",
            key.owner(),
            transfer.dispatchId());
    if (known.isPresent()) {
      return known.get().equals(transfer.passport().hex()) ? Admission.REPEATED : Admission.REUSED;
    }
    if (session.exists(
        "SELECT 1 FROM transfer WHERE owner = ? AND nonce = ?", key.owner(), transfer.nonce())) {
      return Admission.REUSED;
    }
    var phase =
        session.text(
            "SELECT phase FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    if (phase.flatMap(VisitState::of).filter(state -> !state.isFinal()).isPresent()) {
      return Admission.AGENT_HERE;
    }
    boolean hasCode = session.exists("SELECT 1 FROM code WHERE digest = ?", code);
    if (!hasCode && arrival.agent().code().isEmpty()) {
      return Admission.CODE_MISSING;
    }
    if (!unfinished.isBelow(maxUnfinished, session)) {
      return Admission.CROWDED;
    }
    keep(session, uses, hasCode, phase.isPresent());
    unfinished.added();
    taken.run();
    return Admission.KEPT;
  }

  private void keep(Session session, CodeUses uses, boolean hasCode, boolean wasHere)
      throws SQLException {
    session.update(
        "INSERT INTO transfer (owner, dispatch, passport, nonce, expires) VALUES (?, ?, ?, ?, ?)",
        key.owner(),
        transfer.dispatchId(),
        transfer.passport().hex(),
        transfer.nonce(),
        transfer.expires());
    if (hasCode) {
      uses.used(session, code, arrival.at());
    } else {
      session.update("INSERT INTO code (digest, used) VALUES (?, ?)", code, arrival.at());
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
}
