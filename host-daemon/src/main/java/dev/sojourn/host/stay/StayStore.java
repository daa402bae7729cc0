package dev.sojourn.host.stay;

import dev.sojourn.agent.VisitCause.Waker;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.StayLimits;
import dev.sojourn.host.store.PendingWrite;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.host.store.VisitKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Stores the agents that stay: one row per agent, from its first parking to the end of its visit.
/// Thread-safe.
///
/// The column `next` has the time of the next check: the agent's own time, the end of its stay, or
/// another reason to wake. With an index on this column, a parked agent costs nothing until then.
public final class StayStore {
  private static final String ROW =
      "SELECT owner, agent, signer, ends, on_message, due, wakes, day FROM stay";
  private static final String OF_VISIT = " WHERE owner = ? AND agent = ?";
  private static final int MOST_DUE = 1_000;

  /// Limits a view, which repeats part of the passport and does not count in the signer's storage.
  static final int MOST_VIEW_CHARS = 16 * 1024;

  /// Represents all signers; a real name is never empty.
  private static final String ALL = "";

  private final Store store;

  /// Upper bounds of the numbers of parked agents; used only by the writing thread.
  private final Map<String, Long> atMost = new HashMap<>();

  /// Creates the store of stays.
  ///
  /// @param store the store of visits
  public StayStore(Store store) {
    this.store = store;
  }

  /// Stores the parking of an agent, whose state and findings are already stored. Its new terms
  /// replace any earlier ones.
  ///
  /// @param parking the terms
  /// @param limits of the host
  /// @return whether the agent is parked, or why not
  public PendingWrite<ParkResult> park(Parking parking, StayLimits limits) {
    return store.write(session -> park(session, parking, limits));
  }

  private ParkResult park(SqliteSession session, Parking parking, StayLimits limits)
      throws SQLException {
    var signer = parking.signer();
    if (parking.view().text().length() > MOST_VIEW_CHARS) {
      return ParkResult.SCOPE_TOO_LONG;
    }
    if (count(session, ALL, limits.parked()) >= limits.parked()) {
      return ParkResult.FULL;
    }
    if (count(session, signer, limits.parkedPerSigner()) >= limits.parkedPerSigner()) {
      return ParkResult.SIGNER_FULL;
    }
    var key = parking.key();
    int parked =
        session.update(
            "UPDATE visit SET phase = ?, reason = ? WHERE owner = ? AND agent = ? AND phase IN"
                + " (?, ?)",
            VisitState.PARKED.word(),
            parking.until().words(),
            key.owner(),
            key.agentId(),
            VisitState.WAITING.word(),
            VisitState.RUNNING.word());
    if (parked == 0) {
      return ParkResult.GONE;
    }
    keep(session, parking);
    atMost.merge(ALL, 1L, Long::sum);
    atMost.merge(signer, 1L, Long::sum);
    return ParkResult.PARKED;
  }

  /// A count takes time in proportion to the parked agents, so the store counts only at the upper
  /// bound.
  private long count(SqliteSession session, String whose, long most) throws SQLException {
    long known = atMost.getOrDefault(whose, Long.MAX_VALUE);
    if (known < most) {
      return known;
    }
    long counted =
        whose.equals(ALL)
            ? session.number("SELECT count(*) FROM stay WHERE parked = 1")
            : session.number("SELECT count(*) FROM stay WHERE parked = 1 AND signer = ?", whose);
    atMost.put(whose, counted);
    return counted;
  }

  private static void keep(SqliteSession session, Parking parking) throws SQLException {
    var key = parking.key();
    var until = parking.until();
    var next = until.time().filter(time -> time.isBefore(parking.ends())).map(StayStore::millis);
    session.update(
        "INSERT INTO stay (owner, agent, signer, origin, view, parked, since, ends, next,"
            + " on_message, on_change, record, mark) VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (owner, agent) DO UPDATE SET signer = excluded.signer, origin ="
            + " excluded.origin, view = excluded.view, parked = 1, since = excluded.since, ends ="
            + " excluded.ends, next = excluded.next, on_message = excluded.on_message, on_change ="
            + " excluded.on_change, record = excluded.record, mark = excluded.mark, due = NULL",
        key.owner(),
        key.agentId(),
        parking.signer(),
        parking.view().scope().origin(),
        parking.view().text(),
        parking.at(),
        parking.ends(),
        next.orElse(parking.ends().toEpochMilli()),
        until.onMessage(),
        until.onChange(),
        parking.mark().record(),
        parking.mark().generation());
  }

  /// An agent may choose any time; the end of its stay is the upper limit.
  private static long millis(Instant time) {
    return time.isBefore(Instant.EPOCH) ? 0 : time.toEpochMilli();
  }

  /// {@return the signers with due parked agents}
  ///
  /// @param now the current time
  /// @throws StoreException if the disk fails
  public List<String> signersDue(Instant now) throws StoreException {
    return all(
        row -> row.getString(1),
        "SELECT DISTINCT signer FROM stay WHERE parked = 1 AND next <= ?",
        now);
  }

  /// {@return the due parked agents of a signer, longest waiting first}
  ///
  /// @param signer the operator's name for the signer
  /// @param now the current time
  /// @param most limit of agents
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> due(String signer, Instant now, int most) throws StoreException {
    return all(
        StayStore::visit,
        ROW + " WHERE parked = 1 AND next <= ? AND signer = ? ORDER BY next LIMIT ?",
        now,
        signer,
        Math.min(most, MOST_DUE));
  }

  /// {@return when the next parked agent is due; empty without parked agents}
  ///
  /// @throws StoreException if the disk fails
  public Optional<Instant> next() throws StoreException {
    return first(
        row -> Instant.ofEpochMilli(row.getLong(1)),
        "SELECT next FROM stay WHERE parked = 1 ORDER BY next LIMIT 1");
  }

  /// {@return a parked visit; empty if no visit of that name is parked}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<ParkedVisit> parked(VisitKey key) throws StoreException {
    return first(StayStore::visit, ROW + OF_VISIT + " AND parked = 1", key.owner(), key.agentId());
  }

  /// {@return parked visits in the order of their names, after a given name}
  ///
  /// @param after that name; empty texts for the first page
  /// @param most limit of visits
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> parkedAfter(VisitKey after, int most) throws StoreException {
    return all(
        StayStore::visit,
        ROW + " WHERE parked = 1 AND (owner, agent) > (?, ?) ORDER BY owner, agent LIMIT ?",
        after.owner(),
        after.agentId(),
        most);
  }

  /// {@return one parked visit per key, signer and site, which represents the others in rechecks}
  ///
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> oneOfEachSigner() throws StoreException {
    return all(
        StayStore::visit,
        "SELECT owner, min(agent) AS agent, signer, ends, on_message, due, wakes, day FROM"
            + " stay WHERE parked = 1 GROUP BY owner, signer, origin");
  }

  /// {@return the sites with parked agents}
  ///
  /// @throws StoreException if the disk fails
  public List<String> origins() throws StoreException {
    return all(row -> row.getString(1), "SELECT DISTINCT origin FROM stay WHERE parked = 1");
  }

  /// {@return whether an agent waits for a change of a site}
  ///
  /// @param origin of the site
  /// @throws StoreException if the disk fails
  public boolean isChangeAwaited(String origin) throws StoreException {
    return store.read(
        session ->
            session.exists(
                "SELECT 1 FROM stay WHERE origin = ? AND parked = 1 AND on_change = 1 LIMIT 1",
                origin));
  }

  /// {@return the names of parked visits with the same key, signer and site as a given visit}
  ///
  /// @param one the given visit
  /// @throws StoreException if the disk fails
  public List<VisitKey> like(ParkedVisit one) throws StoreException {
    return all(
        StayStore::key,
        "SELECT owner, agent FROM stay WHERE parked = 1 AND owner = ?1 AND signer = ?2 AND"
            + " origin = (SELECT origin FROM stay WHERE owner = ?1 AND agent = ?3)",
        one.key().owner(),
        one.signer(),
        one.key().agentId());
  }

  /// Stores an event that should wake a parked agent, unless another event already does.
  ///
  /// @param key the visit's name
  /// @param by the event
  /// @param at the earliest moment at which it may wake
  /// @return number of affected agents
  public PendingWrite<Integer> rouse(VisitKey key, Waker by, Instant at) {
    return update(
        "UPDATE stay SET due = coalesce(due, ?), next = min(next, ?)"
            + OF_VISIT
            + " AND parked = 1",
        by.name(),
        at,
        key.owner(),
        key.agentId());
  }

  /// {@return the views of agents that wait for a change of a site and have not seen the given one}
  ///
  /// @param origin of the site
  /// @param change the number of the change
  /// @throws StoreException if the disk fails
  public List<StayView> viewsBefore(String origin, ChangeMark change) throws StoreException {
    return all(
        row -> StayView.of(row.getString(1)),
        "SELECT DISTINCT view FROM stay WHERE origin = ? AND parked = 1 AND on_change ="
            + " 1 AND due IS NULL AND (record <> ? OR mark < ?)",
        origin,
        change.record(),
        change.generation());
  }

  /// Stores that a change should wake all waiting agents with a view that have not seen it.
  ///
  /// @param view of the agents
  /// @param change the number of the change
  /// @param at the earliest moment at which they may wake
  /// @return number of affected agents
  public PendingWrite<Integer> rouse(StayView view, ChangeMark change, Instant at) {
    return update(
        "UPDATE stay SET due = ?, next = min(next, ?) WHERE origin = ? AND view = ? AND"
            + " parked = 1 AND on_change = 1 AND due IS NULL AND (record <> ? OR mark < ?)",
        Waker.CHANGE.name(),
        at,
        view.scope().origin(),
        view.text(),
        change.record(),
        change.generation());
  }

  /// The changes that waiting agents have seen.
  ///
  /// @param view of the agents
  /// @param mark the last change that they have seen
  public record Seen(StayView view, ChangeMark mark) {}

  /// {@return the distinct views and marks of agents that wait for a change of a site}
  ///
  /// @param origin of the site
  /// @throws StoreException if the disk fails
  public List<Seen> awaitingChange(String origin) throws StoreException {
    return all(
        row ->
            new Seen(
                StayView.of(row.getString(1)), new ChangeMark(row.getString(2), row.getLong(3))),
        "SELECT DISTINCT view, record, mark FROM stay WHERE origin = ? AND parked = 1 AND"
            + " on_change = 1 AND due IS NULL",
        origin);
  }

  /// Stores that a change should wake the waiting agents with exactly this view and mark.
  ///
  /// @param seen their view and mark
  /// @param at the earliest moment at which they may wake
  /// @return number of affected agents
  public PendingWrite<Integer> rouse(Seen seen, Instant at) {
    return update(
        "UPDATE stay SET due = ?, next = min(next, ?) WHERE origin = ? AND view = ? AND"
            + " record = ? AND mark = ? AND parked = 1 AND on_change = 1 AND due IS NULL",
        Waker.CHANGE.name(),
        at,
        seen.view().scope().origin(),
        seen.view().text(),
        seen.mark().record(),
        seen.mark().generation());
  }

  /// {@return the earliest position in a record that a staying agent has seen; empty without such
  /// an agent}
  ///
  /// @param record of the changes at a site
  /// @throws StoreException if the disk fails
  public Optional<Long> earliestMark(String record) throws StoreException {
    return first(
        row -> row.getLong(1),
        "SELECT mark FROM stay WHERE record = ? ORDER BY mark LIMIT 1",
        record);
  }

  /// {@return the latest position in a record that a staying agent has seen; empty without such an
  /// agent}
  ///
  /// @param record of the changes at a site
  /// @throws StoreException if the disk fails
  public Optional<Long> latestMark(String record) throws StoreException {
    return first(
        row -> row.getLong(1),
        "SELECT mark FROM stay WHERE record = ? ORDER BY mark DESC LIMIT 1",
        record);
  }

  /// Lets a parked agent sleep longer, because it has reached its daily limit of wakes.
  ///
  /// @param visit a parked visit
  /// @param until the earliest time at which it may wake
  /// @return number of affected agents
  public PendingWrite<Integer> postpone(ParkedVisit visit, Instant until) {
    var next = until.isBefore(visit.ends()) ? until : visit.ends();
    return update(
        "UPDATE stay SET next = ?" + OF_VISIT + " AND parked = 1",
        next,
        visit.key().owner(),
        visit.key().agentId());
  }

  /// Stores that a parked agent wakes: its visit waits for a place again.
  ///
  /// @param visit a parked visit
  /// @param by the event
  /// @param now the current time
  /// @return whether the visit was still parked
  public PendingWrite<Boolean> wake(ParkedVisit visit, Waker by, Instant now) {
    var key = visit.key();
    return store.write(
        session -> {
          int woken =
              session.update(
                  "UPDATE stay SET parked = 0, due = ?, wakes = ?, day = ?"
                      + OF_VISIT
                      + " AND parked = 1",
                  by.name(),
                  visit.wakesOn(now) + 1,
                  day(now),
                  key.owner(),
                  key.agentId());
          return woken > 0
              && session.update(
                      "UPDATE visit SET phase = ?, reason = ''" + OF_VISIT + " AND phase = ?",
                      VisitState.WAITING.word(),
                      key.owner(),
                      key.agentId(),
                      VisitState.PARKED.word())
                  > 0;
        });
  }

  /// {@return the stay of a visit that was parked and is awake; empty for any other visit}
  ///
  /// @param key the visit's name
  /// @throws StoreException if the disk fails
  public Optional<Awake> awake(VisitKey key) throws StoreException {
    return first(
        row ->
            new Awake(
                Waker.valueOf(row.getString("due")),
                new ChangeMark(row.getString("record"), row.getLong("mark"))),
        "SELECT due, record, mark FROM stay" + OF_VISIT + " AND parked = 0",
        key.owner(),
        key.agentId());
  }

  /// A visit that was parked and is awake.
  ///
  /// @param by the event that last woke it
  /// @param mark the last change that it had seen when it parked
  public record Awake(Waker by, ChangeMark mark) {}

  /// {@return the day of a moment, in days since 1970}
  static long day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
  }

  /// {@return the start of the next day in UTC}
  ///
  /// @param now the current time
  public static Instant tomorrow(Instant now) {
    Duration left = SignerUsage.untilTomorrow(now);
    return now.plus(left);
  }

  private <T> List<T> all(SqliteSession.RowReader<T> reader, String sql, Object... parameters)
      throws StoreException {
    return store.read(session -> session.all(reader, sql, parameters));
  }

  private <T> Optional<T> first(SqliteSession.RowReader<T> reader, String sql, Object... parameters)
      throws StoreException {
    return store.read(session -> session.first(reader, sql, parameters));
  }

  private PendingWrite<Integer> update(String sql, Object... parameters) {
    return store.write(session -> session.update(sql, parameters));
  }

  private static VisitKey key(ResultSet row) throws SQLException {
    return new VisitKey(row.getString("owner"), row.getString("agent"));
  }

  private static ParkedVisit visit(ResultSet row) throws SQLException {
    return new ParkedVisit(
        key(row),
        row.getString("signer"),
        Instant.ofEpochMilli(row.getLong("ends")),
        row.getInt("on_message") == 1,
        Optional.ofNullable(row.getString("due")).map(Waker::valueOf),
        row.getLong("wakes"),
        row.getLong("day"));
  }
}
