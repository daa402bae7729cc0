package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// The connections that read: as many queries at a time as there are of them. Safe for use by many
/// threads.
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

  /// Takes the sessions over.
  Readers(List<SqliteSession> sessions) {
    this.count = sessions.size();
    this.free = new ArrayBlockingQueue<>(count, false, sessions);
  }

  /// The result of a query over the earlier writes; may wait for a connection.
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

  /// Reading takes milliseconds, so an interrupt waits that long.
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

  /// Waits for the queries under way, and closes the connections.
  @Override
  public void close() throws SQLException {
    for (int i = 0; i < count; i++) {
      take().close();
    }
  }
}
