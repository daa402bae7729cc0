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

/// The agents that stay, on disk: one row for each, from its first parking to the end of its visit.
/// Safe for use by many threads.
///
/// A row has one moment, `next`, of the next look at it: its time, the end of its stay, or the
/// moment of another reason to wake. An index on it makes a parked agent cost nothing until then,
/// however many there are.
public final class StayStore {
  private static final String ROW =
      "SELECT owner, agent, signer, ends, on_message, due, wakes, day FROM stay";
  private static final String OF_VISIT = " WHERE owner = ? AND agent = ?";
  private static final int MOST_DUE = 1_000;

  /// A view is kept beside the passport that has it already, and does not count as a signer's.
  static final int MOST_VIEW_CHARS = 16 * 1024;

  /// Stands for all signers; a name is never empty.
  private static final String ALL = "";

  private final Store store;

  /// Never less than there are; read and changed by the thread that writes.
  private final Map<String, Long> atMost = new HashMap<>();

  /// Creates the store of stays.
  ///
  /// @param store has the visits
  public StayStore(Store store) {
    this.store = store;
  }

  /// Keeps that an agent parks; its state and findings are kept already. Its new wish replaces any
  /// earlier one.
  ///
  /// @param parking its wish
  /// @param limits of the host
  /// @return whether it is parked, or why not
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

  /// A count takes time in proportion to the parked agents, so it is made only when there might be
  /// too many.
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

  /// A time of an agent's own choice may be any; the end of its stay bounds it from above.
  private static long millis(Instant time) {
    return time.isBefore(Instant.EPOCH) ? 0 : time.toEpochMilli();
  }

  /// {@return the signers of parked agents that somebody has to look at now}
  ///
  /// @param now the time
  /// @throws StoreException if the disk fails
  public List<String> signersDue(Instant now) throws StoreException {
    return all(
        row -> row.getString(1),
        "SELECT DISTINCT signer FROM stay WHERE parked = 1 AND next <= ?",
        now);
  }

  /// {@return the parked agents of a signer that somebody has to look at now, those that waited
  /// longest first}
  ///
  /// @param signer how the operator calls them
  /// @param now the time
  /// @param most how many
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> due(String signer, Instant now, int most) throws StoreException {
    return all(
        StayStore::visit,
        ROW + " WHERE parked = 1 AND next <= ? AND signer = ? ORDER BY next LIMIT ?",
        now,
        signer,
        Math.min(most, MOST_DUE));
  }

  /// {@return when somebody has to look at a parked agent next; empty if there is none}
  ///
  /// @throws StoreException if the disk fails
  public Optional<Instant> next() throws StoreException {
    return first(
        row -> Instant.ofEpochMilli(row.getLong(1)),
        "SELECT next FROM stay WHERE parked = 1 ORDER BY next LIMIT 1");
  }

  /// {@return a parked visit; empty if there is none of that name}
  ///
  /// @param key its name
  /// @throws StoreException if the disk fails
  public Optional<ParkedVisit> parked(VisitKey key) throws StoreException {
    return first(StayStore::visit, ROW + OF_VISIT + " AND parked = 1", key.owner(), key.agentId());
  }

  /// {@return parked visits in the order of their names, after one of them}
  ///
  /// @param after that name; of empty texts to begin with
  /// @param most how many
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> parkedAfter(VisitKey after, int most) throws StoreException {
    return all(
        StayStore::visit,
        ROW + " WHERE parked = 1 AND (owner, agent) > (?, ?) ORDER BY owner, agent LIMIT ?",
        after.owner(),
        after.agentId(),
        most);
  }

  /// {@return one parked visit of each key, signer and site: the others stand or fall with it}
  ///
  /// @throws StoreException if the disk fails
  public List<ParkedVisit> oneOfEachSigner() throws StoreException {
    return all(
        StayStore::visit,
        "SELECT owner, min(agent) AS agent, signer, ends, on_message, due, wakes, day FROM"
            + " stay WHERE parked = 1 GROUP BY owner, signer, origin");
  }

  /// {@return the sites at which agents are parked}
  ///
  /// @throws StoreException if the disk fails
  public List<String> origins() throws StoreException {
    return all(row -> row.getString(1), "SELECT DISTINCT origin FROM stay WHERE parked = 1");
  }

  /// {@return whether an agent waits for a change at a site}
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

  /// {@return the names of parked visits of the key, the signer and the site of one of them}
  ///
  /// @param one of them
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

  /// Keeps that something is to wake a parked agent, unless something else is already.
  ///
  /// @param key the visit's name
  /// @param by the event
  /// @param at the earliest moment at which it may wake
  /// @return how many agents that concerns
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

  /// {@return the views of agents that wait for a change at a site, and have not seen one yet}
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

  /// Keeps that a change is to wake all agents of a view that wait for one, and have not seen it.
  ///
  /// @param view of the agents
  /// @param change the number of the change
  /// @param at the earliest moment at which they may wake
  /// @return how many agents that concerns
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
  /// @param mark the place up to which they have seen the changes
  public record Seen(StayView view, ChangeMark mark) {}

  /// {@return the changes that the agents waiting at a site have seen, each once}
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

  /// Keeps that a change is to wake the agents that have seen just this and wait for one.
  ///
  /// @param seen by the agents
  /// @param at the earliest moment at which they may wake
  /// @return how many agents that concerns
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

  /// {@return the earliest place to which an agent that stays has seen a record of changes; empty
  /// if none stays that has seen of it}
  ///
  /// @param record of the changes at a site
  /// @throws StoreException if the disk fails
  public Optional<Long> earliestMark(String record) throws StoreException {
    return first(
        row -> row.getLong(1),
        "SELECT mark FROM stay WHERE record = ? ORDER BY mark LIMIT 1",
        record);
  }

  /// {@return the latest place to which an agent that stays has seen a record of changes; empty if
  /// none stays that has seen of it}
  ///
  /// @param record of the changes at a site
  /// @throws StoreException if the disk fails
  public Optional<Long> latestMark(String record) throws StoreException {
    return first(
        row -> row.getLong(1),
        "SELECT mark FROM stay WHERE record = ? ORDER BY mark DESC LIMIT 1",
        record);
  }

  /// Lets a parked agent sleep on, though something would wake it, since it woke often enough.
  ///
  /// @param visit that is parked
  /// @param until when it may wake
  /// @return how many agents that concerns
  public PendingWrite<Integer> postpone(ParkedVisit visit, Instant until) {
    var next = until.isBefore(visit.ends()) ? until : visit.ends();
    return update(
        "UPDATE stay SET next = ?" + OF_VISIT + " AND parked = 1",
        next,
        visit.key().owner(),
        visit.key().agentId());
  }

  /// Keeps that a parked agent wakes: its visit waits again for a place.
  ///
  /// @param visit that is parked
  /// @param by the event
  /// @param now the time
  /// @return whether it was still parked
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

  /// {@return the stay of a visit that is awake, and was parked before; empty for any other}
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

  /// A visit that was parked, and is awake.
  ///
  /// @param by what woke it last
  /// @param mark the changes that it had seen when it parked
  public record Awake(Waker by, ChangeMark mark) {}

  /// {@return the day of a moment, in days since 1970}
  static long day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
  }

  /// {@return when the next day begins}
  ///
  /// @param now the time
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
