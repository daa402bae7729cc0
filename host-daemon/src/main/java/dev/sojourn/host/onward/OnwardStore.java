package dev.sojourn.host.onward;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.journey.OnwardStatement.Passed;
import dev.sojourn.atp.journey.OnwardStatement.StopNumber;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.store.PendingWrite;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.signature.Envelope;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The agents that leave for other hosts, on disk, one row each. The write that stores the end of a
/// visit also creates its row. Safe for use by many threads.
///
/// Before an agent is sent, the statement that names its stop is on disk. After a crash the agent
/// is sent again with the same bytes, which the receiving host recognises.
public final class OnwardStore {
  private static final String OF_VISIT = " WHERE owner = ? AND agent = ?";

  private final Store store;

  /// Creates the store of hops.
  ///
  /// @param store the store of the visits
  public OnwardStore(Store store) {
    this.store = store;
  }

  /// {@return the visits whose agents are due to be sent, longest waiting first}
  ///
  /// @param now the time
  /// @param most the largest number of visits
  /// @param mostOfOwner the largest number of visits of one owner, so that one owner's many agents
  ///   do not delay other owners
  /// @throws StoreException if the disk fails
  public List<VisitKey> due(Instant now, int most, int mostOfOwner) throws StoreException {
    return store.read(
        session ->
            session.all(
                row -> new VisitKey(row.getString("owner"), row.getString("agent")),
                "SELECT owner, agent FROM"
                    + " (SELECT owner, agent, next,"
                    + " row_number() OVER (PARTITION BY owner ORDER BY next) AS place"
                    + " FROM onward WHERE next <= ?)"
                    + " WHERE place <= ? ORDER BY next LIMIT ?",
                now,
                mostOfOwner,
                most));
  }

  /// {@return the time at which the next agent is due; empty if no agent waits}
  ///
  /// @param now the time
  /// @throws StoreException if the disk fails
  public Optional<Instant> after(Instant now) throws StoreException {
    return store.read(
        session ->
            session.first(
                row -> Instant.ofEpochMilli(row.getLong(1)),
                "SELECT next FROM onward WHERE next > ? ORDER BY next LIMIT 1",
                now));
  }

  /// {@return the hop of a visit; empty if its agent does not leave}
  ///
  /// @param key the key of the visit
  /// @throws StoreException if the disk fails
  public Optional<PendingHop> find(VisitKey key) throws StoreException {
    return store.read(
        session ->
            session.first(
                OnwardStore::hop,
                "SELECT owner, agent, legs, passed, statement, unsure, since FROM onward"
                    + OF_VISIT,
                key.owner(),
                key.agentId()));
  }

  /// {@return this host's statement about the departure of an agent; empty if there is none}
  ///
  /// @param key the key of the visit
  /// @throws StoreException if the disk fails
  public Optional<Envelope> statement(VisitKey key) throws StoreException {
    return find(key).flatMap(PendingHop::statement);
  }

  /// Stores the stop to which an agent is about to be sent. From now on the host of this stop may
  /// have the agent.
  ///
  /// @param hop the hop with its statement
  /// @return whether the agent is still leaving
  PendingWrite<Boolean> choose(PendingHop hop) {
    return store.write(
        session ->
            isLeaving(session, hop.key())
                && session.update(
                        "UPDATE onward SET passed = ?, statement = ?, unsure = 1, since = ?"
                            + OF_VISIT,
                        text(hop.passed()),
                        hop.statement().map(Envelope::encode),
                        hop.since(),
                        hop.key().owner(),
                        hop.key().agentId())
                    > 0);
  }

  /// Stores the time of the next attempt.
  ///
  /// @param key the key of the visit
  /// @param isUnsure whether the host may have the agent
  /// @param next the time of the next attempt
  PendingWrite<Integer> again(VisitKey key, boolean isUnsure, Instant next) {
    return store.write(
        session ->
            session.update(
                "UPDATE onward SET unsure = ?, next = ?" + OF_VISIT,
                isUnsure,
                next,
                key.owner(),
                key.agentId()));
  }

  /// Stores the time of the next attempt, and leaves the rest of the hop unchanged.
  ///
  /// @param key the key of the visit
  /// @param next the time of the next attempt
  PendingWrite<Integer> putOff(VisitKey key, Instant next) {
    return store.write(
        session ->
            session.update(
                "UPDATE onward SET next = ?" + OF_VISIT + " AND next IS NOT NULL",
                next,
                key.owner(),
                key.agentId()));
  }

  /// Stores that a stop is passed over.
  ///
  /// @param hop the hop with all stops that were passed over
  /// @param refusals the sentences of their hosts, the last one first; they are the visit's reason
  ///   until it ends
  /// @return whether the agent is still leaving
  PendingWrite<Boolean> passOver(PendingHop hop, String refusals) {
    return store.write(
        session ->
            isLeaving(session, hop.key())
                && session.update(
                        "UPDATE visit SET reason = ?" + OF_VISIT,
                        refusals,
                        hop.key().owner(),
                        hop.key().agentId())
                    > 0
                && session.update(
                        "UPDATE onward SET passed = ?, statement = NULL, unsure = 0" + OF_VISIT,
                        text(hop.passed()),
                        hop.key().owner(),
                        hop.key().agentId())
                    > 0);
  }

  /// Stores that the next host has the agent on disk. A copy of the agent stays here until its
  /// owner gives it up.
  ///
  /// @param key the key of the visit
  /// @param to the next host
  /// @param at the time, at which the retention period of the copy begins
  /// @return whether the visit changed its state
  PendingWrite<Boolean> moved(VisitKey key, AtpAddress to, Instant at) {
    var reason = "It went on to " + to + ".";
    return store.write(session -> over(session, key, VisitState.MOVED, reason, to.toString(), at));
  }

  /// Stores that an agent does not leave this host.
  ///
  /// @param hop the hop, whose statement says this or names the host that may have the agent
  /// @param state the final state of the visit
  /// @param reason the reason, one sentence
  /// @param at the time
  /// @return whether the visit changed its state
  PendingWrite<Boolean> stays(PendingHop hop, VisitState state, String reason, Instant at) {
    return store.write(
        session -> {
          boolean isNew = over(session, hop.key(), state, reason, "", at);
          session.update(
              "UPDATE onward SET passed = ?, statement = ?" + OF_VISIT,
              text(hop.passed()),
              hop.statement().map(Envelope::encode),
              hop.key().owner(),
              hop.key().agentId());
          return isNew;
        });
  }

  private static boolean over(
      SqliteSession session, VisitKey key, VisitState state, String reason, String next, Instant at)
      throws SQLException {
    session.update("UPDATE onward SET next = NULL" + OF_VISIT, key.owner(), key.agentId());
    return session.update(
            "UPDATE visit SET phase = ?, reason = ?, next = ?, ended = ?"
                + OF_VISIT
                + " AND phase = ?",
            state.word(),
            reason,
            next,
            at,
            key.owner(),
            key.agentId(),
            VisitState.LEAVING.word())
        > 0;
  }

  private static boolean isLeaving(SqliteSession session, VisitKey key) throws SQLException {
    return session.exists(
        "SELECT 1 FROM visit" + OF_VISIT + " AND phase = ?",
        key.owner(),
        key.agentId(),
        VisitState.LEAVING.word());
  }

  private static String text(List<Passed> passed) {
    return passed.stream()
        .map(one -> one.number().leg() + " " + one.number().stop() + " " + one.why())
        .collect(Collectors.joining("\n"));
  }

  private static PendingHop hop(ResultSet row) throws SQLException {
    var legs = row.getString("legs");
    var passed = row.getString("passed");
    return new PendingHop(
        new VisitKey(row.getString("owner"), row.getString("agent")),
        Arrays.stream(legs.split(",")).map(Integer::valueOf).toList(),
        passed.isEmpty() ? List.of() : passed.lines().map(OnwardStore::passed).toList(),
        statement(row.getBytes("statement")),
        row.getInt("unsure") == 1,
        Instant.ofEpochMilli(row.getLong("since")));
  }

  /// An unreadable statement is an error: if it were ignored, the agent would be sent to a second
  /// host.
  private static Optional<Envelope> statement(byte[] bytes) throws SQLException {
    if (bytes == null) {
      return Optional.empty();
    }
    var read = new PackageReader(PackageLimits.DEFAULT).readEnvelope(Bytes.wrap(bytes));
    if (read.isEmpty()) {
      throw new SQLException("a statement about the way on of an agent cannot be read");
    }
    return read;
  }

  private static Passed passed(String line) {
    var parts = line.split(" ", 3);
    return new Passed(
        new StopNumber(Integer.parseInt(parts[0]), Integer.parseInt(parts[1])), parts[2]);
  }
}
