package dev.sojourn.base.sql;

import dev.sojourn.base.Bytes;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// A connection to a SQLite file with its prepared statements. Each text is prepared once, since
/// preparing a statement costs more than running it. Texts are constants of the program, so that
/// there are few. Used by one thread at a time.
///
/// Parameters are texts, numbers, byte arrays, [Bytes], instants (as milliseconds) and `Optional`s
/// of these types.
public final class SqliteSession implements AutoCloseable {
  private static final int SQLITE_BUSY = 5;
  private static final int SQLITE_FULL = 13;

  /// How long this process retries if another one prevents the use of a write-ahead log.
  private static final long LOG_PATIENCE_NANOS = 5_000_000_000L;

  private static final long LOG_PAUSE_NANOS = 10_000_000L;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /// Creates a session that owns a connection.
  ///
  /// @param connection closed with this session
  public SqliteSession(Connection connection) {
    this.connection = connection;
  }

  /// Makes a value from the current row; it must not move to another row.
  ///
  /// @param <T> the value
  @FunctionalInterface
  public interface RowReader<T> {
    /// Reads the row.
    ///
    /// @param row the current row
    /// @return the value
    /// @throws SQLException if SQLite fails
    T read(ResultSet row) throws SQLException;
  }

  /// Makes a value from the rows of a query.
  ///
  /// @param <T> the value
  @FunctionalInterface
  public interface RowsReader<T> {
    /// Reads the rows.
    ///
    /// @param rows positioned before the first row
    /// @return the value
    /// @throws SQLException if SQLite fails
    T read(ResultSet rows) throws SQLException;
  }

  /// Statements that take effect together.
  ///
  /// @param <T> the type of the result
  /// @param <E> the exception of failed work other than a failure of SQLite
  @FunctionalInterface
  public interface Transaction<T, E extends Exception> {
    /// Executes the statements, without beginning or ending a transaction.
    ///
    /// @param session executes them
    /// @return their result
    /// @throws SQLException if SQLite fails
    /// @throws E if the work fails otherwise
    T run(SqliteSession session) throws SQLException, E;
  }

  @FunctionalInterface
  private interface Work<T> {
    T with(PreparedStatement statement) throws SQLException;
  }

  /// Opens or creates a SQLite file with a write-ahead log; every commit is flushed to the disk.
  ///
  /// @param file its path. To set the permissions, create the file before; SQLite gives its other
  ///   files the same permissions
  /// @param pragmas further settings, such as `foreign_keys = ON`; executed first
  /// @return the connection
  /// @throws SQLException if it cannot be opened
  public static Connection connect(Path file, List<String> pragmas) throws SQLException {
    // By default, the driver queries the row number after each change; no caller needs it.
    var options = new Properties();
    options.setProperty("jdbc.get_generated_keys", "false");
    var connection = DriverManager.getConnection("jdbc:sqlite:" + file, options);
    try (var statement = connection.createStatement()) {
      for (var pragma : pragmas) {
        statement.execute("PRAGMA " + pragma);
      }
      useWriteAheadLog(statement);
      statement.execute("PRAGMA synchronous = FULL");
      return connection;
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /// Opens a SQLite file read-only. No process may change it meanwhile. No other file is created,
  /// so that this works on a full disk.
  ///
  /// @param file without a write-ahead log
  /// @return the connection
  /// @throws SQLException if it cannot be opened
  public static Connection connectUnchanging(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file.toUri() + "?immutable=1");
  }

  /// If several processes begin a write-ahead log at the same time, SQLite rejects some
  /// immediately, whatever their timeout. A later attempt succeeds.
  private static void useWriteAheadLog(Statement statement) throws SQLException {
    long begun = System.nanoTime();
    while (true) {
      try {
        statement.execute("PRAGMA journal_mode = WAL");
        return;
      } catch (SQLException e) {
        boolean isOver =
            System.nanoTime() - begun > LOG_PATIENCE_NANOS
                || Thread.currentThread().isInterrupted();
        if (!isBusy(e) || isOver) {
          throw e;
        }
        LockSupport.parkNanos(LOG_PAUSE_NANOS);
      }
    }
  }

  /// {@return whether a failure was caused by a full disk}
  ///
  /// @param e the failure
  public static boolean isFull(SQLException e) {
    // This error means that the file that connections share cannot grow.
    boolean isShare =
        e instanceof SQLiteException own
            && own.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
    return (e.getErrorCode() & 0xff) == SQLITE_FULL || isShare;
  }

  /// {@return whether a failure was caused by the lock of another connection}
  ///
  /// @param e the failure
  public static boolean isBusy(SQLException e) {
    return (e.getErrorCode() & 0xff) == SQLITE_BUSY;
  }

  /// {@return the failure for a disk that is known to be full}
  public static SQLException full() {
    return new SQLException("the disk is full", "", SQLITE_FULL);
  }

  /// Executes all of the statements or none, with one flush. SQL begins and ends the transaction,
  /// since the driver loses its state if SQLite rolls back automatically.
  ///
  /// @param <T> the type of the result
  /// @param <E> the exception of failed work other than a failure of SQLite
  /// @param statements to be executed
  /// @return their result
  /// @throws SQLException if SQLite fails; no statement takes effect then
  /// @throws E if the work fails otherwise; no statement takes effect then
  public <T, E extends Exception> T transaction(Transaction<T, E> statements)
      throws SQLException, E {
    execute("BEGIN IMMEDIATE");
    try {
      T result = statements.run(this);
      execute("COMMIT");
      return result;
    } catch (Throwable e) {
      undo(e);
      throw e;
    }
  }

  /// Rolls back. After some faults, such as a full disk, SQLite has already done so; an error of
  /// this second attempt must not hide the fault.
  private void undo(Throwable fault) {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      fault.addSuppressed(e);
    }
  }

  /// {@return the version of the tables in the file; 0 for an empty file}
  ///
  /// @throws SQLException if SQLite fails
  public int version() throws SQLException {
    return (int) number("PRAGMA user_version");
  }

  /// Stores the version of the tables.
  ///
  /// @param version positive
  /// @throws SQLException if SQLite fails
  public void version(int version) throws SQLException {
    executeAll("PRAGMA user_version = " + version);
  }

  /// Executes a statement.
  ///
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @return the number of rows that it changed
  /// @throws SQLException if SQLite fails
  public int update(String sql, Object... parameters) throws SQLException {
    return run(
        statement -> {
          int changed = statement.executeUpdate();
          // Releases the bound value, which may be a large jar.
          statement.clearParameters();
          return changed;
        },
        sql,
        parameters);
  }

  /// Executes a statement that changes no row, such as the beginning or end of a transaction.
  ///
  /// @param sql a constant of the program
  /// @throws SQLException if SQLite fails
  public void execute(String sql) throws SQLException {
    var _ = run(PreparedStatement::execute, sql);
  }

  /// Executes a statement completely that changes no row but needs a step for each of many pages. A
  /// prepared statement would need a call for each step. The statement is not kept.
  ///
  /// @param sql a constant of the program
  /// @throws SQLException if SQLite fails
  public void executeAll(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /// {@return the value made from the rows of a query}
  ///
  /// @param <T> the value
  /// @param reader makes the value
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public <T> T query(RowsReader<T> reader, String sql, Object... parameters) throws SQLException {
    return run(
        statement -> {
          try (var rows = statement.executeQuery()) {
            return reader.read(rows);
          }
        },
        sql,
        parameters);
  }

  /// {@return whether a query has a row}
  ///
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public boolean exists(String sql, Object... parameters) throws SQLException {
    return query(ResultSet::next, sql, parameters);
  }

  /// {@return the first column of the first row; 0 if there is none}
  ///
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public long number(String sql, Object... parameters) throws SQLException {
    return query(rows -> rows.next() ? rows.getLong(1) : 0, sql, parameters);
  }

  /// {@return the first column of the first row as bytes; empty if there is none}
  ///
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public Optional<byte[]> bytes(String sql, Object... parameters) throws SQLException {
    return query(
        rows -> rows.next() ? Optional.ofNullable(rows.getBytes(1)) : Optional.empty(),
        sql,
        parameters);
  }

  /// {@return the first column of the first row as text; empty if there is none}
  ///
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public Optional<String> text(String sql, Object... parameters) throws SQLException {
    return query(
        rows -> rows.next() ? Optional.ofNullable(rows.getString(1)) : Optional.empty(),
        sql,
        parameters);
  }

  /// {@return the value made from the first row; empty if there is none}
  ///
  /// @param <T> the value
  /// @param reader makes the value
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public <T> Optional<T> first(RowReader<T> reader, String sql, Object... parameters)
      throws SQLException {
    return query(
        rows -> rows.next() ? Optional.of(reader.read(rows)) : Optional.empty(), sql, parameters);
  }

  /// {@return the values made from the rows, in their order}
  ///
  /// @param <T> the value
  /// @param reader makes the value
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public <T> List<T> all(RowReader<T> reader, String sql, Object... parameters)
      throws SQLException {
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

  /// Forgets a failed statement, so that it is prepared again: the driver leaves some statements
  /// unusable after a failure, for example on a full disk.
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

  /// Closes the connection and its prepared statements.
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
