package dev.sojourn.host.store;

import dev.sojourn.atp.Bytes;
import dev.sojourn.atp.Digest;
import dev.sojourn.atp.agent.AgentPackage;
import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.agent.PackageReader;
import dev.sojourn.atp.agent.PackageReading;
import dev.sojourn.atp.agent.Passport;
import dev.sojourn.atp.json.JsonException;
import dev.sojourn.atp.parcel.Parcel;
import dev.sojourn.atp.parcel.ParcelChain;
import dev.sojourn.atp.parcel.VisitState;
import dev.sojourn.atp.parcel.VisitStatus;
import dev.sojourn.host.visit.VisitTally;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Turns rows into values, and values into parameters.
final class Rows {
  private Rows() {}

  /// A prepared statement with its parameters: texts, numbers, byte arrays, instants (as
  /// milliseconds) and `Optional`s of those.
  static PreparedStatement prepare(Connection connection, String sql, Object... parameters)
      throws SQLException {
    var statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < parameters.length; i++) {
        bind(statement, i + 1, parameters[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  private static void bind(PreparedStatement statement, int at, Object value) throws SQLException {
    switch (value) {
      case Optional<?> optional when optional.isEmpty() -> statement.setObject(at, null);
      case Optional<?> optional -> bind(statement, at, optional.get());
      case Instant instant -> statement.setLong(at, instant.toEpochMilli());
      case Bytes bytes -> statement.setBytes(at, bytes.toArray());
      case byte[] bytes -> statement.setBytes(at, bytes);
      default -> statement.setObject(at, value);
    }
  }

  /// Carries a statement out; gives the number of rows it changed.
  static int update(Connection connection, String sql, Object... parameters) throws SQLException {
    try (var statement = prepare(connection, sql, parameters)) {
      return statement.executeUpdate();
    }
  }

  /// Whether a query has a row.
  static boolean exists(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (var statement = prepare(connection, sql, parameters);
        var rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  /// The first column of the first row; 0 where there is none.
  static long number(Connection connection, String sql, Object... parameters) throws SQLException {
    try (var statement = prepare(connection, sql, parameters);
        var rows = statement.executeQuery()) {
      return rows.next() ? rows.getLong(1) : 0;
    }
  }

  /// The first column of the first row as bytes.
  static Optional<byte[]> bytes(Connection connection, String sql, Object... parameters)
      throws SQLException {
    try (var statement = prepare(connection, sql, parameters);
        var rows = statement.executeQuery()) {
      return rows.next() ? Optional.ofNullable(rows.getBytes(1)) : Optional.empty();
    }
  }

  /// A row of the table `visit`.
  static KeptVisit visit(ResultSet row) throws SQLException {
    var key = new VisitKey(row.getString("owner"), row.getString("agent"));
    var agent = agent(Bytes.wrap(row.getBytes("package")));
    return new KeptVisit(
        key,
        agent,
        passport(agent),
        status(row),
        new VisitTally(
            Duration.ofMillis(row.getLong("millis")),
            row.getLong("pages"),
            row.getLong("page_bytes"),
            row.getLong("gzip_bytes"),
            row.getLong("findings")),
        Instant.ofEpochMilli(row.getLong("arrived")));
  }

  private static VisitStatus status(ResultSet row) throws SQLException {
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
        instant(row, "ended"));
  }

  private static Optional<Instant> instant(ResultSet row, String column) throws SQLException {
    long millis = row.getLong(column);
    return row.wasNull() ? Optional.empty() : Optional.of(Instant.ofEpochMilli(millis));
  }

  private static AgentPackage agent(Bytes bytes) throws SQLException {
    return switch (new PackageReader(PackageLimits.DEFAULT).read(bytes)) {
      case PackageReading.Read read -> read.agentPackage();
      case PackageReading.Garbled garbled -> throw new SQLException(garbled.sentence());
    };
  }

  private static Passport passport(AgentPackage agent) throws SQLException {
    try {
      return Passport.read(agent.passport().payload());
    } catch (JsonException e) {
      throw new SQLException("a passport in the store is malformed", e);
    }
  }

  /// The chain over a visit's parcels; empty for a visit that came before chains were kept.
  static Optional<ParcelChain> chain(Connection connection, VisitKey key) throws SQLException {
    try (var statement =
            prepare(
                connection,
                "SELECT chain FROM visit WHERE owner = ? AND agent = ?",
                key.owner(),
                key.agentId());
        var rows = statement.executeQuery()) {
      return rows.next()
          ? Optional.ofNullable(rows.getString(1)).map(Digest::new).map(ParcelChain::new)
          : Optional.empty();
    }
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
}
