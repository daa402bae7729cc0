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
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitProgress;
import dev.sojourn.visit.VisitTally;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// Stores the steps of visits, each in its own write. Thread-safe.
///
/// A change of a visit's row rewrites the whole row, with its package and its state. Therefore each
/// step first reads the values that it needs, and then changes the row once. The calling thread
/// packs the lines beforehand, because all visits share one writing thread.
public final class VisitStore {
  private static final String TALLY =
      "millis = ?, pages = ?, page_bytes = ?, gzip_bytes = ?, findings = ?, cpu_millis = ?,"
          + " allocated = ?, output = ?, referrals = ?, log_lines = ?, messages = ?";
  private static final String OF_VISIT = " WHERE owner = ? AND agent = ?";

  private final WriteQueue writes;
  private final StorageUse storage;

  /// @param writes carries the steps out
  /// @param storage used only by the writing thread
  VisitStore(WriteQueue writes, StorageUse storage) {
    this.writes = writes;
    this.storage = storage;
  }

  /// The values of a visit before a step that may change them.
  ///
  /// @param chain over its parcels; empty for a visit older than chains
  /// @param statement about the visit; empty until the visit is over
  /// @param stateBytes size of the state of its last checkpoint
  /// @param since the pages that it is known to have read since that checkpoint
  private record Before(
      VisitStatus status,
      VisitTally tally,
      VisitTally since,
      Optional<ParcelChain> chain,
      Optional<Bytes> statement,
      long stateBytes) {}

  /// The parcels of a visit after a step.
  private record Filed(long last, Optional<Digest> chain, long bytes) {}

  /// Records the start of a visit that is neither over nor parked. It does not wait for the disk:
  /// after a crash, waiting and running visits continue in the same way. Later writes of the visit
  /// reach the disk after this write.
  ///
  /// @param key the visit's name
  /// @param at time of the start; a resumed visit keeps its first time
  /// @return completes when the start is on disk
  public PendingWrite<Integer> begun(VisitKey key, Instant at) {
    return writes.later(
        session ->
            session.update(
                "UPDATE visit SET phase = ?, started = coalesce(started, ?)"
                    + OF_VISIT
                    + " AND phase IN (?, ?)",
                VisitState.RUNNING.word(),
                at,
                key.owner(),
                key.agentId(),
                VisitState.WAITING.word(),
                VisitState.RUNNING.word()));
  }

  /// Deletes the parcels up to a number that their owner acknowledged. Does not wait for the disk,
  /// because nobody requests these parcels again.
  ///
  /// @param key the visit's name
  /// @param number of the last parcel that is no longer needed
  /// @return completes when they are deleted
  public PendingWrite<Integer> acknowledge(VisitKey key, long number) {
    return writes.laterThatFrees(
        session ->
            session.update(
                "DELETE FROM parcel" + OF_VISIT + " AND number <= ?",
                key.owner(),
                key.agentId(),
                number));
  }

  /// Deletes all parcels of a visit, but not the parcels of a later visit with the same name. The
  /// owner may have disposed of the agent and sent another since the caller read the visit.
  ///
  /// @param visit a visit that is over
  /// @return completes when they are deleted
  public PendingWrite<Integer> dropParcels(KeptVisit visit) {
    return writes.writeThatFrees(
        session ->
            session.update(
                "DELETE FROM parcel WHERE (owner, agent) IN"
                    + " (SELECT owner, agent FROM visit WHERE owner = ? AND agent = ?"
                    + " AND arrived = ?)",
                visit.key().owner(),
                visit.key().agentId(),
                visit.arrived()));
  }

  /// {@return the lines as a parcel that gets its number when it is stored; empty if there are no
  /// lines}
  private static Optional<Parcel> packed(VisitKey key, List<ParcelLine> lines) {
    return lines.isEmpty()
        ? Optional.empty()
        : Optional.of(Parcel.packForTransfer(key.agentId(), 1, lines));
  }

  /// Stores state, lines and tally of a checkpoint together; the lines become the next parcel.
  ///
  /// @param key the visit's name
  /// @param progress since the last checkpoint
  /// @param use the spending of its signer since then
  /// @param limits how much disk space agents may take; a parcel may exceed the limits once
  /// @return the limit that the checkpoint would exceed; empty if the checkpoint is stored
  public PendingWrite<Optional<StorageLimits.Share>> checkpoint(
      VisitKey key, VisitProgress progress, SignerUse use, StorageLimits limits) {
    var parcel = packed(key, progress.lines());
    return writes.write(session -> checkpoint(session, key, progress, parcel, use, limits));
  }

  private Optional<StorageLimits.Share> checkpoint(
      SqliteSession session,
      VisitKey key,
      VisitProgress progress,
      Optional<Parcel> parcel,
      SignerUse use,
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
        "UPDATE visit SET since_pages = 0, since_page_bytes = 0, since_gzip_bytes = 0,"
            + " parcels = ?, chain = ?, state = ?, "
            + TALLY
            + OF_VISIT,
        with(
            progress.tally(), key, filed.last(), filed.chain().map(Digest::hex), progress.state()));
    var _ = SignerUsageTable.add(session, use);
    storage.add(use.signer(), more + filed.bytes());
    return Optional.empty();
  }

  /// Stores the spending of a visit that was interrupted after its last checkpoint, unless the
  /// visit is over. Does not wait for the disk. The pages read since that checkpoint count once: at
  /// the next checkpoint if the visit rereads them, or at an end from outside.
  ///
  /// @param key the visit's name
  /// @param spent its total spending
  /// @param tally the tally with which the visit continues
  /// @param use the spending of its signer since the last checkpoint
  /// @return completes when the spending is on disk
  public PendingWrite<Integer> setBack(
      VisitKey key, VisitTally spent, VisitTally tally, SignerUse use) {
    return writes.later(
        session -> {
          var _ = SignerUsageTable.add(session, use);
          var before = before(session, key);
          return before.isEmpty() || before.get().status().state().isFinal()
              ? 0
              : session.update(
                  "UPDATE visit SET since_pages = max(since_pages, ?),"
                      + " since_page_bytes = max(since_page_bytes, ?),"
                      + " since_gzip_bytes = max(since_gzip_bytes, ?), "
                      + TALLY
                      + OF_VISIT,
                  with(
                      tally,
                      key,
                      spent.pages() - tally.pages(),
                      spent.pageBytes() - tally.pageBytes(),
                      spent.gzipBytes() - tally.gzipBytes()));
        });
  }

  /// The parameters of a statement that changes a visit: first its own, then those of [#TALLY],
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

  /// Stores the end of a visit together with its last lines, even on a full disk.
  ///
  /// @param key the visit's name
  /// @param ending how it ended
  /// @return the status of the visit after this write; empty if the visit no longer exists
  public PendingWrite<Optional<SignedStatus>> end(VisitKey key, VisitEnding ending) {
    var parcel = packed(key, ending.lines());
    return writes.writeThatFrees(
        session -> end(session, key, ending, parcel, _ -> Optional.empty()));
  }

  /// Stores the end of a visit together with its last lines and this host's statement about it.
  ///
  /// @param key the visit's name
  /// @param ending how it ended
  /// @param endSigner makes the statement
  /// @param use the spending of its signer since the last checkpoint
  /// @return the status of the visit after this write; empty if the visit no longer exists
  public PendingWrite<Optional<SignedStatus>> end(
      VisitKey key, VisitEnding ending, EndStatementSigner endSigner, SignerUse use) {
    var parcel = packed(key, ending.lines());
    return writes.write(
        session -> {
          var _ = SignerUsageTable.add(session, use);
          return end(session, key, ending, parcel, end -> Optional.of(endSigner.statement(end)));
        });
  }

  /// Stores an end together with the last lines.
  ///
  /// @param parcel the last lines
  /// @param endSigner makes the statement about a visit with a chain; an existing statement is kept
  ///   instead
  /// @return the status of the visit after this write; empty if the visit no longer exists
  private static Optional<SignedStatus> end(
      SqliteSession session,
      VisitKey key,
      VisitEnding ending,
      Optional<Parcel> parcel,
      Function<EndStatementSigner.Ended, Optional<Bytes>> endSigner)
      throws SQLException {
    var before = before(session, key);
    if (before.isEmpty()) {
      return Optional.empty(); // Its owner disposed of it in the meantime.
    }
    if (isSettled(session, key, before.get().status())) {
      return Optional.of(new SignedStatus(before.get().status(), before.get().statement()));
    }
    var filed = file(session, key, before, parcel);
    var tally = ending.tally().orElseGet(() -> before.get().tally().plus(before.get().since()));
    var status = status(before.get(), ending, tally, filed.last());
    var statement = before.get().statement();
    if (statement.isEmpty() && filed.chain().isPresent()) {
      var state = stateDigest(session, key, ending);
      statement =
          endSigner.apply(new EndStatementSigner.Ended(status, tally, filed.chain().get(), state));
    }
    keepEnd(session, key, ending, tally, filed, statement);
    return Optional.of(new SignedStatus(status, statement));
  }

  /// Whether the end of a visit can no longer change. The statement about a final end is already
  /// signed. An agent may already be on another host, and only the onward row names that host.
  private static boolean isSettled(SqliteSession session, VisitKey key, VisitStatus status)
      throws SQLException {
    return status.state().isFinal() || mayBeElsewhere(session, key);
  }

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
    var _ = SavingsTable.ended(session, key, ending.at(), tally);
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

  /// Makes an agent with another leg due at once; any other end deletes its onward row.
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

  /// Stores this host's statement about a visit, unless a statement exists.
  ///
  /// @param key the visit's name
  /// @param statement an envelope
  /// @return completes when a statement is on disk
  public PendingWrite<Integer> keepStatement(VisitKey key, Bytes statement) {
    return writes.writeThatFrees(
        session ->
            session.update(
                "UPDATE visit SET statement = ?" + OF_VISIT + " AND statement IS NULL",
                statement,
                key.owner(),
                key.agentId()));
  }

  private static Optional<Before> before(SqliteSession session, VisitKey key) throws SQLException {
    return session.first(
        VisitStore::before,
        "SELECT "
            + VisitRows.STATUS
            + ", "
            + VisitRows.SPENT
            + ", chain, statement, coalesce(length(state), 0) AS state_bytes, since_pages,"
            + " since_page_bytes, since_gzip_bytes FROM visit WHERE owner = ? AND agent = ?",
        key.owner(),
        key.agentId());
  }

  private static Before before(ResultSet row) throws SQLException {
    return new Before(
        VisitRows.status(row),
        VisitRows.tally(row),
        since(row),
        Optional.ofNullable(row.getString("chain")).map(Digest::new).map(ParcelChain::new),
        Optional.ofNullable(row.getBytes("statement")).map(Bytes::wrap),
        row.getLong("state_bytes"));
  }

  private static VisitTally since(ResultSet row) throws SQLException {
    return new VisitTally(
        Duration.ZERO,
        row.getLong("since_pages"),
        row.getLong("since_page_bytes"),
        row.getLong("since_gzip_bytes"),
        0,
        VisitSpending.NONE);
  }

  /// A visit that no longer exists gets no parcel: a foreign key forbids it.
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

  /// The status as it is read later, with times in whole milliseconds.
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
        Optional.of(Instant.ofEpochMilli(ending.at().toEpochMilli())),
        Optional.empty(),
        List.of());
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
