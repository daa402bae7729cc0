package dev.sojourn.host.store;

import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.ParcelLine;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.SignerUse;
import dev.sojourn.host.quota.StorageLimits;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The steps of a visit on its way, each as plain statements within one write.
///
/// To change a row is to write it anew, with the package and the state that lie in it. So each step
/// reads the values that it needs first, and changes the visit's row once. Lines are packed
/// beforehand, by the thread that asks, since all visits share the one that writes.
final class VisitChanges {
  private static final String TALLY =
      "millis = ?, pages = ?, page_bytes = ?, gzip_bytes = ?, findings = ?, cpu_millis = ?,"
          + " allocated = ?, output = ?, referrals = ?, log_lines = ?, messages = ?";

  private static final String OF_VISIT = " WHERE owner = ? AND agent = ?";

  private VisitChanges() {}

  /// The changing part of a visit, before a step.
  ///
  /// @param chain over its parcels; empty for a visit that came before chains were kept
  /// @param statement about it; empty while it is not over
  /// @param stateBytes of its last checkpoint
  record Before(
      VisitStatus status,
      VisitTally tally,
      Optional<ParcelChain> chain,
      Optional<Bytes> statement,
      long stateBytes) {}

  /// The parcels of a visit after a step.
  private record Filed(long last, Optional<Digest> chain, long bytes) {}

  /// Keeps that a visit runs, unless it is over or parked.
  static int begun(SqliteSession session, VisitKey key, Instant at) throws SQLException {
    return session.update(
        "UPDATE visit SET phase = ?, started = coalesce(started, ?)"
            + OF_VISIT
            + " AND phase IN (?, ?)",
        VisitState.RUNNING.word(),
        at,
        key.owner(),
        key.agentId(),
        VisitState.WAITING.word(),
        VisitState.RUNNING.word());
  }

  /// Deletes the parcels up to a number.
  static int acknowledge(SqliteSession session, VisitKey key, long number) throws SQLException {
    return session.update(
        "DELETE FROM parcel" + OF_VISIT + " AND number <= ?", key.owner(), key.agentId(), number);
  }

  /// Deletes all parcels of the visit that arrived at a moment. Its owner may have given it up and
  /// sent another one of its name since the caller looked.
  static int dropParcels(SqliteSession session, VisitKey key, Instant arrived) throws SQLException {
    return session.update(
        "DELETE FROM parcel WHERE (owner, agent) IN"
            + " (SELECT owner, agent FROM visit WHERE owner = ? AND agent = ? AND arrived = ?)",
        key.owner(),
        key.agentId(),
        arrived);
  }

  /// {@return lines as a parcel that gets its number when it is kept; empty if there are none}
  static Optional<Parcel> packed(VisitKey key, List<ParcelLine> lines) {
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(Parcel.packForTransfer(key.agentId(), 1, lines));
  }

  /// Keeps state, tally and lines of a checkpoint, unless there is no room.
  ///
  /// @param parcel its lines; the next parcel
  static Optional<StorageLimits.Share> checkpoint(
      SqliteSession session,
      VisitKey key,
      VisitProgress progress,
      Optional<Parcel> parcel,
      SignerUse use,
      StorageUse storage,
      StorageLimits limits)
      throws SQLException {
    var before = before(session, key);
    if (before.filter(visit -> visit.status().state().isFinal()).isPresent()) {
      throw new SQLException("the visit " + key.agentId() + " is over");
    }
    long more = progress.state().length - before.map(Before::stateBytes).orElse(0L);
    var full = storage.exceeded(session, use.signer(), more, limits, "", StorageUse.Care.EXACT);
    if (full.isPresent()) {
      return full;
    }
    var filed = file(session, key, before, parcel);
    session.update(
        "UPDATE visit SET parcels = ?, chain = ?, state = ?, " + TALLY + OF_VISIT,
        with(
            progress.tally(), key, filed.last(), filed.chain().map(Digest::hex), progress.state()));
    var _ = SignerUsageTable.add(session, use);
    storage.add(use.signer(), more + filed.bytes());
    return Optional.empty();
  }

  /// Keeps the spending of a visit that was interrupted, unless it is over.
  static int setBack(SqliteSession session, VisitKey key, VisitTally tally) throws SQLException {
    var before = before(session, key);
    return before.isEmpty() || before.get().status().state().isFinal()
        ? 0
        : session.update("UPDATE visit SET " + TALLY + OF_VISIT, with(tally, key));
  }

  /// The parameters of a statement that changes a visit: some of its own, then those of [#TALLY],
  /// then those of [#OF_VISIT].
  private static Object[] with(VisitTally tally, VisitKey key, Object... own) {
    var spending = tally.spending();
    var said = spending.said();
    var all = new ArrayList<>(List.of(own));
    all.addAll(
        List.of(
            tally.time().toMillis(),
            tally.pages(),
            tally.pageBytes(),
            tally.gzipBytes(),
            tally.findings(),
            spending.cpu().toMillis(),
            spending.allocatedBytes(),
            said.outputBytes(),
            said.referrals(),
            said.logLines(),
            said.messages(),
            key.owner(),
            key.agentId()));
    return all.toArray();
  }

  /// Keeps an end with the last lines.
  ///
  /// @param parcel the last lines
  /// @param seal makes the statement about the visit, if it has a chain; kept unless there is one
  ///   already
  /// @return how the visit stands then; empty if it is not here any more
  static Optional<SignedStatus> end(
      SqliteSession session,
      VisitKey key,
      VisitEnding ending,
      Optional<Parcel> parcel,
      Function<Seal.Ended, Optional<Bytes>> seal)
      throws SQLException {
    var before = before(session, key);
    if (before.isEmpty()) {
      return Optional.empty(); // Its owner gave it up meanwhile.
    }
    if (isSettled(session, key, before.get().status())) {
      return Optional.of(new SignedStatus(before.get().status(), before.get().statement()));
    }
    var filed = file(session, key, before, parcel);
    var tally = ending.tally().orElse(before.get().tally());
    var status = status(before.get(), ending, tally, filed.last());
    var statement = before.get().statement();
    if (statement.isEmpty() && filed.chain().isPresent()) {
      var state = stateDigest(session, key, ending);
      statement = seal.apply(new Seal.Ended(status, tally, filed.chain().get(), state));
    }
    keepEnd(session, key, ending, tally, filed, statement);
    return Optional.of(new SignedStatus(status, statement));
  }

  /// Whether the end of a visit stands. The statement about a final one was signed. Without its hop
  /// nobody would know where an agent may be that perhaps went on.
  private static boolean isSettled(SqliteSession session, VisitKey key, VisitStatus status)
      throws SQLException {
    return status.state().isFinal() || mayBeElsewhere(session, key);
  }

  // The statement is passed on as it came: an Optional that is a component of a record.
  private static void keepEnd(
      SqliteSession session,
      VisitKey key,
      VisitEnding ending,
      VisitTally tally,
      Filed filed,
      Optional<Bytes> statement)
      throws SQLException {
    session.update(
        "UPDATE visit SET phase = ?, reason = ?, next = ?, ended = ?, parcels = ?, chain = ?,"
            + " state = coalesce(?, state), statement = ?, "
            + TALLY
            + OF_VISIT,
        with(
            tally,
            key,
            ending.phase().word(),
            ending.reason(),
            String.join("\n", ending.next()),
            ending.at(),
            filed.last(),
            filed.chain().map(Digest::hex),
            ending.state(),
            statement));
    session.update("DELETE FROM stay WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    onward(session, key, ending);
    var _ = SavedTable.ended(session, key, ending.at(), tally);
  }

  /// Whether another host may have the agent already.
  private static boolean mayBeElsewhere(SqliteSession session, VisitKey key) throws SQLException {
    return session.exists(
        "SELECT 1 FROM visit JOIN onward USING (owner, agent)"
            + " WHERE owner = ? AND agent = ? AND phase = ? AND unsure = 1",
        key.owner(),
        key.agentId(),
        VisitState.LEAVING.word());
  }

  /// An agent that goes on is due at once; any other end takes its place.
  private static void onward(SqliteSession session, VisitKey key, VisitEnding ending)
      throws SQLException {
    session.update("DELETE FROM onward WHERE owner = ? AND agent = ?", key.owner(), key.agentId());
    if (!ending.legs().isEmpty()) {
      session.update(
          "INSERT INTO onward (owner, agent, legs, since, next) VALUES (?, ?, ?, ?, ?)",
          key.owner(),
          key.agentId(),
          ending.legs().stream().map(String::valueOf).collect(Collectors.joining(",")),
          ending.at(),
          ending.at());
    }
  }

  /// Keeps the statement about a visit, unless there is one already.
  static int statement(SqliteSession session, VisitKey key, Bytes statement) throws SQLException {
    return session.update(
        "UPDATE visit SET statement = ? WHERE owner = ? AND agent = ? AND statement IS NULL",
        statement,
        key.owner(),
        key.agentId());
  }

  private static Optional<Before> before(SqliteSession session, VisitKey key) throws SQLException {
    return session.first(
        VisitRows::before,
        "SELECT "
            + VisitRows.STATUS
            + ", "
            + VisitRows.SPENT
            + ", chain, statement, coalesce(length(state), 0) AS state_bytes FROM visit WHERE owner"
            + " = ? AND agent = ?",
        key.owner(),
        key.agentId());
  }

  /// A visit that is not here any more gets no parcel: the tables see to that.
  private static Filed file(
      SqliteSession session, VisitKey key, Optional<Before> visit, Optional<Parcel> lines)
      throws SQLException {
    long last = visit.map(before -> before.status().lastParcel()).orElse(0L);
    var chain = visit.flatMap(Before::chain);
    if (lines.isEmpty()) {
      return new Filed(last, chain.map(ParcelChain::head), 0);
    }
    var parcel = lines.get().numbered(last + 1);
    session.update(
        "INSERT INTO parcel (owner, agent, number, lines, raw_bytes, digest, body)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        key.owner(),
        key.agentId(),
        last + 1,
        parcel.lines(),
        parcel.rawBytes(),
        parcel.digest().hex(),
        parcel.body());
    return new Filed(
        last + 1, chain.map(before -> before.then(parcel).head()), parcel.body().size());
  }

  /// As it will be read, to the millisecond.
  private static VisitStatus status(
      Before before, VisitEnding ending, VisitTally tally, long last) {
    return new VisitStatus(
        ending.phase(),
        ending.reason(),
        ending.next(),
        tally.pages(),
        tally.pageBytes(),
        tally.gzipBytes(),
        tally.findings(),
        last,
        before.status().started(),
        Optional.of(Instant.ofEpochMilli(ending.at().toEpochMilli())));
  }

  private static Optional<Digest> stateDigest(
      SqliteSession session, VisitKey key, VisitEnding ending) throws SQLException {
    var last =
        ending.state().isPresent()
            ? ending.state()
            : session.bytes(
                "SELECT state FROM visit WHERE owner = ? AND agent = ?",
                key.owner(),
                key.agentId());
    return last.map(Digest::of);
  }
}
