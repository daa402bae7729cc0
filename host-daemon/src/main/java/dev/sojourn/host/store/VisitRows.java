package dev.sojourn.host.store;

import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.journey.HopLogCheck;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.atp.passport.Passport;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.Digest;
import dev.sojourn.base.json.JsonException;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.sandbox.VisitSpending;
import dev.sojourn.visit.VisitTally;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Converts rows to values.
final class VisitRows {
  /// The columns of a visit's status.
  static final String STATUS =
      "phase, reason, next, pages, page_bytes, gzip_bytes, findings, parcels, started, ended";

  /// The columns of a visit's tally that are not in its status.
  static final String SPENT =
      "millis, cpu_millis, allocated, output, referrals, log_lines, messages";

  /// Visits with their packages, for [#visit].
  static final String VISITS =
      "SELECT owner, agent, arrived, "
          + SPENT
          + ", "
          + STATUS
          + ", coalesce(logged.whole, visit.package) AS whole"
          + " FROM visit LEFT JOIN logged USING (owner, agent)";

  private static final int MAX_PARCELS = 500;

  private VisitRows() {}

  /// A row of [#VISITS].
  static KeptVisit visit(ResultSet row) throws SQLException {
    var key = new VisitKey(row.getString("owner"), row.getString("agent"));
    var agent = agent(Bytes.wrap(row.getBytes("whole")));
    return new KeptVisit(
        key,
        agent,
        passport(agent),
        status(row),
        tally(row),
        Instant.ofEpochMilli(row.getLong("arrived")));
  }

  /// The names of visits whose agent ids begin with a prefix; an exact match comes first.
  static List<VisitKey> named(SqliteSession session, String prefix, int most) throws SQLException {
    return session.all(
        row -> new VisitKey(row.getString("owner"), row.getString("agent")),
        "SELECT owner, agent FROM visit WHERE substr(agent, 1, length(?1)) = ?1"
            + " ORDER BY agent = ?1 DESC, agent LIMIT ?2",
        prefix,
        most);
  }

  /// Whether a visit still waits with exactly the admitted package.
  static boolean isWaiting(SqliteSession session, Arrival arrival) throws SQLException {
    var key = arrival.key();
    return session.exists(
        "SELECT 1 FROM visit WHERE owner = ? AND agent = ? AND phase = ? AND package = ?",
        key.owner(),
        key.agentId(),
        VisitState.WAITING.word(),
        arrival.envelope());
  }

  /// The unfinished visits, in the order of their arrival.
  static List<KeptVisit> unfinished(SqliteSession session) throws SQLException {
    return session.all(
        VisitRows::visit,
        VISITS + " WHERE phase IN (?, ?) ORDER BY arrived, visit.rowid",
        VisitState.RUNNING.word(),
        VisitState.WAITING.word());
  }

  /// The spending of a visit.
  static VisitTally tally(ResultSet row) throws SQLException {
    return new VisitTally(
        Duration.ofMillis(row.getLong("millis")),
        row.getLong("pages"),
        row.getLong("page_bytes"),
        row.getLong("gzip_bytes"),
        row.getLong("findings"),
        new VisitSpending(
            Duration.ofMillis(row.getLong("cpu_millis")),
            row.getLong("allocated"),
            new VisitSpending.Said(
                row.getLong("output"),
                row.getLong("referrals"),
                row.getLong("log_lines"),
                row.getLong("messages"))));
  }

  /// The status of a visit, with its statement.
  static SignedStatus signed(ResultSet row) throws SQLException {
    return new SignedStatus(
        status(row), Optional.ofNullable(row.getBytes("statement")).map(Bytes::wrap));
  }

  /// The status of a visit.
  static VisitStatus status(ResultSet row) throws SQLException {
    var next = row.getString("next");
    return new VisitStatus(
        VisitState.of(row.getString("phase"))
            .orElseThrow(() -> new SQLException("a visit is in an unknown phase")),
        row.getString("reason"),
        next.isEmpty() ? List.of() : List.of(next.split("\n")),
        row.getLong("pages"),
        row.getLong("page_bytes"),
        row.getLong("gzip_bytes"),
        row.getLong("findings"),
        row.getLong("parcels"),
        instant(row, "started"),
        instant(row, "ended"),
        Optional.empty(),
        List.of());
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  /// A package with its state.
  static AgentPackage agent(ResultSet row) throws SQLException {
    var agent = agent(Bytes.wrap(row.getBytes("whole")));
    return Optional.ofNullable(row.getBytes("state"))
        .map(state -> agent.withState(Bytes.wrap(state)))
        .orElse(agent);
  }

  private static AgentPackage agent(Bytes bytes) throws SQLException {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(bytes)) {
      case PackageReading.Read read -> read.agentPackage();
      case PackageReading.Garbled garbled -> throw new SQLException(garbled.sentence());
    };
  }

  /// The passport in a row of the table `visit`.
  static Passport passport(ResultSet row) throws SQLException {
    return passport(agent(Bytes.wrap(row.getBytes("package"))));
  }

  /// The passport as it applies on this host, to which the itinerary may have led the agent.
  private static Passport passport(AgentPackage agent) throws SQLException {
    try {
      return HopLogCheck.here(Passport.read(agent.passport().payload()), agent.hops());
    } catch (JsonException e) {
      throw new SQLException("a passport in the store is malformed", e);
    }
  }

  /// The chain over a visit's parcels; empty for a visit older than chains.
  static Optional<ParcelChain> chain(SqliteSession session, VisitKey key) throws SQLException {
    return session
        .text("SELECT chain FROM visit WHERE owner = ? AND agent = ?", key.owner(), key.agentId())
        .map(Digest::new)
        .map(ParcelChain::new);
  }

  /// A row of the table `parcel`.
  static Parcel parcel(ResultSet row) throws SQLException {
    return new Parcel(
        row.getString("agent"),
        row.getLong("number"),
        row.getInt("lines"),
        row.getLong("raw_bytes"),
        new Digest(row.getString("digest")),
        Bytes.wrap(row.getBytes("body")));
  }

  /// The parcels of a visit after a number, in order, within the byte limit.
  static List<Parcel> parcels(SqliteSession session, VisitKey key, long after, long maxBytes)
      throws SQLException {
    return session.query(
        rows -> firstParcels(rows, maxBytes),
        "SELECT * FROM parcel WHERE owner = ? AND agent = ? AND number > ? ORDER BY number LIMIT ?",
        key.owner(),
        key.agentId(),
        after,
        MAX_PARCELS);
  }

  /// Rows of the table `parcel`: the first, and further ones as long as all bodies fit.
  private static List<Parcel> firstParcels(ResultSet rows, long maxBytes) throws SQLException {
    var parcels = new ArrayList<Parcel>();
    long bytes = 0;
    while (rows.next()) {
      var parcel = parcel(rows);
      bytes += parcel.body().size();
      if (!parcels.isEmpty() && bytes > maxBytes) {
        break;
      }
      parcels.add(parcel);
    }
    return parcels;
  }
}
