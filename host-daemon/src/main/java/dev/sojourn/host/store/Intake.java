package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
import java.sql.Connection;
import java.sql.SQLException;

/// Takes an agent into the store: one transaction that finds every reason against it before it
/// writes anything.
final class Intake {
  private Intake() {}

  static Admission admit(
      Connection connection, Arrival arrival, Unfinished unfinished, int maxUnfinished)
      throws SQLException {
    var transfer = arrival.transfer();
    var key = arrival.key();
    var passport = transfer.passport().hex();
    if (Rows.exists(
        connection,
        "SELECT 1 FROM transfer WHERE owner = ? AND dispatch = ? AND passport = ?",
        key.owner(),
        transfer.dispatchId(),
        passport)) {
      return Admission.REPEATED;
    }
    if (Rows.exists(
        connection,
        "SELECT 1 FROM transfer WHERE owner = ? AND (dispatch = ? OR nonce = ?)",
        key.owner(),
        transfer.dispatchId(),
        transfer.nonce())) {
      return Admission.REUSED;
    }
    if (Rows.exists(
        connection,
        "SELECT 1 FROM visit WHERE owner = ? AND agent = ? AND phase IN (?, ?)",
        key.owner(),
        key.agentId(),
        VisitState.WAITING.word(),
        VisitState.RUNNING.word())) {
      return Admission.AGENT_HERE;
    }
    var code = arrival.passport().codeDigest().hex();
    boolean hasCode = Rows.exists(connection, "SELECT 1 FROM code WHERE digest = ?", code);
    if (!hasCode && arrival.agent().code().isEmpty()) {
      return Admission.CODE_MISSING;
    }
    if (!unfinished.isBelow(maxUnfinished, connection)) {
      return Admission.CROWDED;
    }
    keep(connection, arrival, hasCode);
    unfinished.added();
    return Admission.KEPT;
  }

  private static void keep(Connection connection, Arrival arrival, boolean hasCode)
      throws SQLException {
    var transfer = arrival.transfer();
    var key = arrival.key();
    var code = arrival.passport().codeDigest().hex();
    Rows.update(
        connection,
        "INSERT INTO transfer (owner, dispatch, passport, nonce, expires) VALUES (?, ?, ?, ?, ?)",
        key.owner(),
        transfer.dispatchId(),
        transfer.passport().hex(),
        transfer.nonce(),
        transfer.expires());
    if (hasCode) {
      Rows.update(connection, "UPDATE code SET used = ? WHERE digest = ?", arrival.at(), code);
    } else {
      Rows.update(
          connection,
          "INSERT INTO code (digest, jar, used) VALUES (?, ?, ?)",
          code,
          arrival.agent().code(),
          arrival.at());
    }
    // A visit of this agent that is over makes room for the new one.
    Rows.update(
        connection, "DELETE FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    Rows.update(
        connection,
        "INSERT INTO visit (owner, agent, package, state, code, phase, arrived, chain)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        key.owner(),
        key.agentId(),
        arrival.envelope(),
        arrival.agent().state(),
        code,
        VisitState.WAITING.word(),
        arrival.at(),
        ParcelChain.EMPTY.head().hex());
  }
}
