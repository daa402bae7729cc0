package dev.sojourn.host.store;

import dev.sojourn.base.Bytes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A connection to the store with the statements that were prepared on it: each text once, since to
/// prepare one costs more than to carry it out. Texts are constants of the program, so there are
/// few. Used by one thread at a time.
///
/// Parameters are texts, numbers, byte arrays, [Bytes], instants (as milliseconds) and `Optional`s
/// of those.
final class Session implements AutoCloseable {
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /// Takes the connection over.
  Session(Connection connection) {
    this.connection = connection;
  }

  /// Makes a value of the row that it is shown, never of another.
  @FunctionalInterface
  interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// Makes a value of the rows of a query.
  @FunctionalInterface
  interface RowsReader<T> {
    T read(ResultSet rows) throws SQLException;
  }

  @FunctionalInterface
  private interface Work<T> {
    T with(PreparedStatement statement) throws SQLException;
  }

  /// Carries a statement out; gives the number of rows it changed.
  int update(String sql, Object... parameters) throws SQLException {
    return run(
        statement -> {
          int changed = statement.executeUpdate();
          // What was bound may be a jar, and is not needed any more.
          statement.clearParameters();
          return changed;
        },
        sql,
        parameters);
  }

  /// Carries out what changes no row: begins and ends transactions.
  void execute(String sql) throws SQLException {
    var _ = run(PreparedStatement::execute, sql);
  }

  /// Carries out to its end what changes no row but takes a step for each of many pages, which a
  /// prepared statement would have to be asked for one by one.
  void executeAll(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /// What is made of the rows of a query.
  <T> T query(RowsReader<T> reader, String sql, Object... parameters) throws SQLException {
    return run(
        statement -> {
          try (var rows = statement.executeQuery()) {
            return reader.read(rows);
          }
        },
        sql,
        parameters);
  }

  /// Whether a query has a row.
  boolean exists(String sql, Object... parameters) throws SQLException {
    return query(ResultSet::next, sql, parameters);
  }

  /// The first column of the first row; 0 where there is none.
  long number(String sql, Object... parameters) throws SQLException {
    return query(rows -> rows.next() ? rows.getLong(1) : 0, sql, parameters);
  }

  /// The first column of the first row as bytes.
  Optional<byte[]> bytes(String sql, Object... parameters) throws SQLException {
    return query(
        rows -> rows.next() ? Optional.ofNullable(rows.getBytes(1)) : Optional.empty(),
        sql,
        parameters);
  }

  /// The first column of the first row as text.
  Optional<String> text(String sql, Object... parameters) throws SQLException {
    return query(
        rows -> rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty(),
        sql,
        parameters);
  }

  /// What is made of the first row; empty where there is none.
  <T> Optional<T> first(RowReader<T> reader, String sql, Object... parameters) throws SQLException {
    return query(
        rows -> rows.next() ? Optional.of(reader.read(rows)) : Optional.empty(), sql, parameters);
  }

  /// What is made of each row, in their order.
  <T> List<T> all(RowReader<T> reader, String sql, Object... parameters) throws SQLException {
    return query(
        rows -> {
          var all = new ArrayList<T>();
          while (rows.next()) {
            all.add(reader.read(rows));
          }
          return all;
        },
        sql,
        parameters);
  }

  /// The driver makes some statements that failed useless, those that found the disk full among
  /// them; so each that failed is prepared anew the next time.
  private <T> T run(Work<T> work, String sql, Object... parameters) throws SQLException {
    try {
      return work.with(bound(sql, parameters));
    } catch (SQLException e) {
      forget(sql, e);
      throw e;
    }
  }

  private void forget(String sql, SQLException why) {
    var statement = prepared.remove(sql);
    if (statement == null) {
      return;
    }
    try {
      statement.close();
    } catch (SQLException e) {
      why.addSuppressed(e);
    }
  }

  private PreparedStatement bound(String sql, Object... parameters) throws SQLException {
    var statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < parameters.length; i++) {
      bind(statement, i + 1, parameters[i]);
    }
    return statement;
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

  /// Closes the connection and with it all that was prepared on it.
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
