package dev.sojourn.crawl.local.store;

import dev.sojourn.base.sql.SqliteSession;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/// The only connection to the store of a crawl, used by one thread at a time. When a method
/// returns, its writes are on disk.
final class Database implements Closeable {
  private final SqliteSession session;
  private long flushes;

  /// Whether the current thread runs several calls in one transaction.
  private boolean isTogether;

  private Database(SqliteSession session) {
    this.session = session;
  }

  static Database open(Path file) throws IOException {
    return new Database(CrawlSchema.open(file));
  }

  /// Statements of one transaction.
  @FunctionalInterface
  interface Work<T> {
    T run(SqliteSession session) throws SQLException;
  }

  /// Carries out all writes of the step or none of them, with one flush.
  synchronized void together(CrawlStore.Step step) throws IOException {
    isTogether = true;
    try {
      session.<Boolean, IOException>transaction(
          _ -> {
            step.run();
            return true;
          });
      flushes++;
    } catch (SQLException e) {
      throw new IOException(sentence(e), e);
    } finally {
      isTogether = false;
    }
  }

  /// {@return how often data was flushed to disk}
  synchronized long flushes() {
    return flushes;
  }

  /// Carries out all of the work or none of it: as its own transaction, or as a part of the
  /// transaction of [#together].
  synchronized <T> T transaction(Work<T> work) throws IOException {
    try {
      if (isTogether) {
        return work.run(session);
      }
      T result = session.transaction(work::run);
      flushes++;
      return result;
    } catch (SQLException e) {
      throw new IOException(sentence(e), e);
    }
  }

  private static String sentence(SQLException e) {
    return SqliteSession.isFull(e)
        ? "The disk is full. What was kept before is whole; free some space, and try again."
        : "The store of the crawl failed: " + e.getMessage();
  }

  /// {@return each row as a value; the reader throws `IllegalArgumentException` for a malformed
  /// row}
  synchronized <T> List<T> query(SqliteSession.RowReader<T> reader, String sql, Object... values)
      throws IOException {
    try {
      return session.all(reader, sql, values);
    } catch (SQLException e) {
      throw new IOException("The store of the crawl cannot be read: " + e.getMessage(), e);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "The store of the crawl is damaged; crawl again into another directory.", e);
    }
  }

  void update(String sql, Object... values) throws IOException {
    transaction(to -> to.update(sql, values));
  }

  /// Closes the connection once no thread uses it.
  @Override
  public synchronized void close() throws IOException {
    try {
      session.close();
    } catch (SQLException e) {
      throw new IOException("The store of the crawl cannot be closed: " + e.getMessage(), e);
    }
  }
}
