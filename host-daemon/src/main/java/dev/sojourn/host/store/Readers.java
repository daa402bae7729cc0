package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The reading connections, each for one query at a time. Thread-safe.
final class Readers implements AutoCloseable {
  private static final int READERS = 2;

  private final int count;
  private final BlockingQueue<SqliteSession> free;

  /// Opens enough connections for two processors.
  static Readers open(Path file) throws SQLException {
    var sessions = new ArrayList<SqliteSession>();
    for (int i = 0; i < READERS; i++) {
      sessions.add(StoreFiles.session(file));
    }
    return new Readers(sessions);
  }

  /// Takes ownership of the sessions.
  Readers(List<SqliteSession> sessions) {
    this.count = sessions.size();
    this.free = new ArrayBlockingQueue<>(count, false, sessions);
  }

  /// Runs a query, which sees all completed writes; may wait for a connection.
  <T> T read(WriteQueue.Write<T> query) throws StoreException {
    var session = take();
    try {
      return query.run(session);
    } catch (SQLException e) {
      throw StoreException.of(e);
    } finally {
      free.add(session);
    }
  }

  /// A query takes milliseconds, so an interrupt can wait.
  private SqliteSession take() {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return free.take();
        } catch (InterruptedException _) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /// Waits for the running queries, and closes the connections.
  @Override
  public void close() throws SQLException {
    for (int i = 0; i < count; i++) {
      take().close();
    }
  }
}
