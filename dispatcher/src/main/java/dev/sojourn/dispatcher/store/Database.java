package dev.sojourn.dispatcher.store;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/// One connection to SQLite, used by one thread at a time. When a method returns, its writes are on
/// the disk.
final class Database implements Closeable {
  private static final int SQLITE_FULL = 13;

  private final ReentrantLock lock = new ReentrantLock();
  private final Connection connection;
  private long flushes;

  private Database(Connection connection) {
    this.connection = connection;
  }

  static Database open(Path file) throws IOException {
    return new Database(CrawlSchema.open(file));
  }

  /// Statements that belong together.
  @FunctionalInterface
  interface Work<T> {
    T run(Connection connection) throws SQLException;
  }

  /// One row, as a value. A malformed row is an `IllegalArgumentException`.
  @FunctionalInterface
  interface Row<T> {
    T read(ResultSet row) throws SQLException;
  }

  /// Work of several methods.
  @FunctionalInterface
  interface Step {
    void run() throws IOException;
  }

  /// Carries out all that is written in the step, or nothing of it, with one flush.
  void together(Step step) throws IOException {
    lock.lock();
    try {
      connection.setAutoCommit(false);
      try {
        step.run();
        connection.commit();
        flushes++;
      } catch (IOException | SQLException | RuntimeException e) {
        undo(e);
        throw e;
      }
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IOException(sentence(e), e);
    } finally {
      lock.unlock();
    }
  }

  /// {@return how often something was flushed to the disk}
  long flushes() {
    lock.lock();
    try {
      return flushes;
    } finally {
      lock.unlock();
    }
  }

  /// Carries out all of the work or nothing of it: alone, or as a part of what is done [#together].
  <T> T transaction(Work<T> work) throws IOException {
    lock.lock();
    try {
      if (lock.getHoldCount() > 1) {
        return work.run(connection);
      }
      connection.setAutoCommit(false);
      T result;
      try {
        result = work.run(connection);
        connection.commit();
        flushes++;
      } catch (SQLException | RuntimeException e) {
        undo(e);
        throw e;
      }
      connection.setAutoCommit(true);
      return result;
    } catch (SQLException e) {
      throw new IOException(sentence(e), e);
    } finally {
      lock.unlock();
    }
  }

  /// After some faults, as a full disk, SQLite has taken all back by itself; then there is nothing
  /// to take back, and to say so would hide the fault.
  private void undo(Exception fault) {
    try {
      connection.rollback();
    } catch (SQLException e) {
      fault.addSuppressed(e);
    }
    try {
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      fault.addSuppressed(e);
    }
  }

  private static String sentence(SQLException e) {
    return (e.getErrorCode() & 0xff) == SQLITE_FULL
        ? "The disk is full, and what was kept before is whole; free some space, and go on with"
            + " --resume."
        : "The store of the crawl failed: " + e.getMessage();
  }

  <T> List<T> query(Row<T> reader, String sql, Object... values) throws IOException {
    lock.lock();
    try (var statement = prepare(connection, sql, values);
        var rows = statement.executeQuery()) {
      var all = new ArrayList<T>();
      while (rows.next()) {
        all.add(reader.read(rows));
      }
      return all;
    } catch (SQLException e) {
      throw new IOException("The store of the crawl cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "The store of the crawl is damaged; crawl again into another directory.", e);
    } finally {
      lock.unlock();
    }
  }

  void update(String sql, Object... values) throws IOException {
    transaction(to -> update(to, sql, values));
  }

  /// {@return how many rows it changed}
  static int update(Connection connection, String sql, Object... values) throws SQLException {
    try (var statement = prepare(connection, sql, values)) {
      return statement.executeUpdate();
    }
  }

  private static PreparedStatement prepare(Connection connection, String sql, Object... values)
      throws SQLException {
    var statement = connection.prepareStatement(sql);
    try {
      for (int i = 0; i < values.length; i++) {
        statement.setObject(i + 1, values[i]);
      }
      return statement;
    } catch (SQLException e) {
      statement.close();
      throw e;
    }
  }

  /// Closes the connection when nobody uses it.
  @Override
  public void close() throws IOException {
    lock.lock();
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IOException("The store of the crawl cannot be closed: " + e.getMessage(), e);
    } finally {
      lock.unlock();
    }
  }
}
