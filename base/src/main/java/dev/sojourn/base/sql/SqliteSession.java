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

/// A connection to a SQLite file with the statements that were prepared on it: each text once,
/// since preparing a statement costs more than running it. Texts are constants of the program, so
/// there are few. Used by one thread at a time.
///
/// Parameters are texts, numbers, byte arrays, [Bytes], instants (as milliseconds) and `Optional`s
/// of those.
public final class SqliteSession implements AutoCloseable {
  private static final int SQLITE_BUSY = 5;
  private static final int SQLITE_FULL = 13;

  /// How long another process may keep this one from using a write-ahead log.
  private static final long LOG_PATIENCE_NANOS = 5_000_000_000L;

  private static final long LOG_PAUSE_NANOS = 10_000_000L;

  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  /// Takes the connection over.
  ///
  /// @param connection closed with this session
  public SqliteSession(Connection connection) {
    this.connection = connection;
  }

  /// Makes a value of the row that it is shown, never of another.
  ///
  /// @param <T> the value
  @FunctionalInterface
  public interface RowReader<T> {
    /// Reads the row.
    ///
    /// @param row as the query found it
    /// @return the value
    /// @throws SQLException if SQLite fails
    T read(ResultSet row) throws SQLException;
  }

  /// Makes a value of the rows of a query.
  ///
  /// @param <T> the value
  @FunctionalInterface
  public interface RowsReader<T> {
    /// Reads the rows.
    ///
    /// @param rows before the first
    /// @return the value
    /// @throws SQLException if SQLite fails
    T read(ResultSet rows) throws SQLException;
  }

  /// Statements that belong together.
  ///
  /// @param <T> type of their result
  /// @param <E> how they fail besides
  @FunctionalInterface
  public interface Transaction<T, E extends Exception> {
    /// Carries the statements out; begins and ends no transaction itself.
    ///
    /// @param session to carry them out with
    /// @return their result
    /// @throws SQLException if SQLite fails
    /// @throws E if something else does
    T run(SqliteSession session) throws SQLException, E;
  }

  @FunctionalInterface
  private interface Work<T> {
    T with(PreparedStatement statement) throws SQLException;
  }

  /// Opens a SQLite file, or begins an empty one: with a write-ahead log, and every commit flushed
  /// to the disk.
  ///
  /// @param file a program that makes it before decides its permissions; SQLite gives those to its
  ///   other files
  /// @param pragmas further settings, as `foreign_keys = ON`; carried out before those
  /// @return the connection
  /// @throws SQLException if it cannot be opened
  public static Connection connect(Path file, List<String> pragmas) throws SQLException {
    // The driver would ask for the number of the row after each change; no caller needs it.
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

  /// Opens a SQLite file that no process changes meanwhile, for reading alone. Makes no file beside
  /// it, so that it works on a full disk.
  ///
  /// @param file without a write-ahead log
  /// @return the connection
  /// @throws SQLException if it cannot be opened
  public static Connection connectUnchanging(Path file) throws SQLException {
    return DriverManager.getConnection("jdbc:sqlite:" + file.toUri() + "?immutable=1");
  }

  /// If several processes begin a write-ahead log at the same time, SQLite refuses some at once,
  /// however long they would wait. A moment later it is there.
  private static void useWriteAheadLog(Statement statement) throws SQLException {
    long begun = System.nanoTime();
    while (true) {
      try {
        statement.execute("PRAGMA journal_mode = WAL");
        return;
      } catch (SQLException e) {
        boolean isBusy = (e.getErrorCode() & 0xff) == SQLITE_BUSY;
        boolean isOver =
            System.nanoTime() - begun > LOG_PATIENCE_NANOS
                || Thread.currentThread().isInterrupted();
        if (!isBusy || isOver) {
          throw e;
        }
        LockSupport.parkNanos(LOG_PAUSE_NANOS);
      }
    }
  }

  /// {@return whether something failed for want of room on the disk}
  ///
  /// @param e the failure
  public static boolean isFull(SQLException e) {
    // The file that connections share cannot grow.
    boolean isShare =
        e instanceof SQLiteException own
            && own.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
    return (e.getErrorCode() & 0xff) == SQLITE_FULL || isShare;
  }

  /// {@return a failure for want of room, for a disk that is known to be full}
  public static SQLException full() {
    return new SQLException("the disk is full", "", SQLITE_FULL);
  }

  /// Carries out all of the statements or none of them, with one flush. The transaction is begun
  /// and ended in SQL, and not by the driver, which loses count when SQLite rolls back by itself.
  ///
  /// @param <T> type of their result
  /// @param <E> how they fail besides
  /// @param statements to be carried out
  /// @return their result
  /// @throws SQLException if SQLite fails; then none of them takes effect
  /// @throws E if something else does; then none of them takes effect
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

  /// After some faults, as a full disk, SQLite has taken all back by itself. Then there is nothing
  /// to take back, and an error about that would hide the fault.
  private void undo(Throwable fault) {
    try {
      execute("ROLLBACK");
    } catch (SQLException e) {
      fault.addSuppressed(e);
    }
  }

  /// {@return the version of the tables in the file; 0 for an empty one}
  ///
  /// @throws SQLException if SQLite fails
  public int version() throws SQLException {
    return (int) number("PRAGMA user_version");
  }

  /// Keeps the version of the tables.
  ///
  /// @param version positive
  /// @throws SQLException if SQLite fails
  public void version(int version) throws SQLException {
    executeAll("PRAGMA user_version = " + version);
  }

  /// Carries a statement out.
  ///
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @return the number of rows that it changed
  /// @throws SQLException if SQLite fails
  public int update(String sql, Object... parameters) throws SQLException {
    return run(
        statement -> {
          int changed = statement.executeUpdate();
          // The bound value may be a jar, and is not needed any more.
          statement.clearParameters();
          return changed;
        },
        sql,
        parameters);
  }

  /// Carries out a statement that changes no row: begins and ends transactions.
  ///
  /// @param sql a constant of the program
  /// @throws SQLException if SQLite fails
  public void execute(String sql) throws SQLException {
    var _ = run(PreparedStatement::execute, sql);
  }

  /// Carries out to its end a statement that changes no row but takes a step for each of many
  /// pages. A prepared statement would need a call for each step. The statement is not kept
  /// prepared.
  ///
  /// @param sql a constant of the program
  /// @throws SQLException if SQLite fails
  public void executeAll(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /// {@return the value made of the rows of a query}
  ///
  /// @param <T> the value
  /// @param reader makes it
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

  /// {@return the value made of the first row; empty if there is none}
  ///
  /// @param <T> the value
  /// @param reader makes it
  /// @param sql a constant of the program
  /// @param parameters in their order
  /// @throws SQLException if SQLite fails
  public <T> Optional<T> first(RowReader<T> reader, String sql, Object... parameters)
      throws SQLException {
    return query(
        rows -> rows.next() ? Optional.of(reader.read(rows)) : Optional.empty(), sql, parameters);
  }

  /// {@return the value made of each row, in their order}
  ///
  /// @param <T> the value
  /// @param reader makes it
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

  /// The driver leaves some failed statements useless, as one that found the disk full. So a
  /// statement that failed is prepared anew the next time.
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

  /// Closes the connection and all that was prepared on it.
  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
