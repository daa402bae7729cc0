package dev.sojourn.host.page;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.visit.view.ViewKey;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// The files of the page store: a database with a log, one connection that writes, and some that
/// read. One thread writes; any thread may read.
///
/// A file that others could have written, or that is larger than the limit, damaged or of another
/// version, is deleted and made again. A link is deleted, not followed. A directory with content is
/// not deleted.
final class PageStoreFile implements AutoCloseable {
  /// The files in the data directory.
  static final List<String> NAMES = List.of("pages.db", "pages.db-wal", "pages.db-shm");

  private static final int READERS = 4;
  private static final long TURN_MILLIS = 100;

  private static final List<String> PRAGMAS =
      List.of(
          "auto_vacuum = INCREMENTAL",
          "busy_timeout = 1000",
          // Overwrites deleted rows, if their page is written anyway.
          "secure_delete = FAST",
          // This program writes the log back itself, so that the log keeps its limit.
          "wal_autocheckpoint = 0");

  private final Path directory;
  private final PageStoreBound bound;
  private final SqliteSession writing;
  private final BlockingQueue<SqliteSession> reading;

  private PageStoreFile(
      Path directory,
      PageStoreBound bound,
      SqliteSession writing,
      BlockingQueue<SqliteSession> reading) {
    this.directory = directory;
    this.bound = bound;
    this.writing = writing;
    this.reading = reading;
  }

  /// Opens the files of a directory; makes them if they are missing or not usable.
  ///
  /// @throws IOException if they cannot be made
  static PageStoreFile open(Path directory, PageStoreBound bound) throws IOException {
    if (!isUsable(directory) || bytes(directory) > bound.bytes()) {
      delete(directory);
    }
    try {
      return opened(directory, bound);
    } catch (SQLException e) {
      if (SqliteSession.isFull(e)) {
        throw new IOException("the disk is full", e);
      }
      return remade(directory, bound);
    }
  }

  /// Deletes the files of a directory, and makes new ones.
  ///
  /// @throws IOException if they cannot be made
  static PageStoreFile remade(Path directory, PageStoreBound bound) throws IOException {
    delete(directory);
    try {
      return opened(directory, bound);
    } catch (SQLException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /// Deletes the files of a directory, if there are some.
  ///
  /// @throws IOException if one cannot be deleted
  static void delete(Path directory) throws IOException {
    for (var name : NAMES) {
      Files.deleteIfExists(directory.resolve(name));
    }
  }

  private static PageStoreFile opened(Path directory, PageStoreBound bound)
      throws IOException, SQLException {
    var path = directory.resolve(NAMES.getFirst());
    // SQLite gives its other files the same permissions.
    OwnerOnly.createFile(path);
    var sessions = new ArrayList<SqliteSession>();
    try {
      sessions.add(session(path));
      PageTables.prepare(sessions.getFirst());
      for (int i = 0; i < READERS; i++) {
        var session = session(path);
        sessions.add(session);
        // A query that meets a lock is a miss, since a visit waits for it.
        var _ = session.number("PRAGMA busy_timeout = " + TURN_MILLIS);
      }
    } catch (SQLException e) {
      for (var session : sessions) {
        session.close();
      }
      throw e;
    }
    var reading = new ArrayBlockingQueue<>(READERS, false, sessions.subList(1, sessions.size()));
    return new PageStoreFile(directory, bound, sessions.getFirst(), reading);
  }

  /// A loss of power may damage the database, which costs only time. So no write waits for the
  /// disk.
  private static SqliteSession session(Path path) throws SQLException {
    var session = new SqliteSession(SqliteSession.connect(path, PRAGMAS));
    try {
      session.executeAll("PRAGMA synchronous = OFF");
    } catch (SQLException e) {
      session.close();
      throw e;
    }
    return session;
  }

  /// Whether each file is missing, or a regular file of this user that others can neither read nor
  /// write.
  private static boolean isUsable(Path directory) {
    try {
      for (var name : NAMES) {
        var path = directory.resolve(name);
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
          requireOwn(path);
        }
      }
      return true;
    } catch (IOException _) {
      return false;
    }
  }

  private static void requireOwn(Path path) throws IOException {
    if (!Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(path.toString());
    }
    OwnerOnly.require(path);
    var self = Path.of("/proc/self");
    if (Files.exists(self) && !uid(self).equals(uid(path))) {
      throw new FileSystemException(path.toString());
    }
  }

  private static Object uid(Path path) throws IOException {
    return Files.getAttribute(path, "unix:uid");
  }

  /// The size of all files of a directory.
  static long bytes(Path directory) {
    long bytes = 0;
    for (var name : NAMES) {
      bytes += bytes(directory, name);
    }
    return bytes;
  }

  private static long bytes(Path directory, String name) {
    try {
      return Files.size(directory.resolve(name));
    } catch (IOException _) {
      // SQLite makes and deletes its other files as needed.
      return 0;
    }
  }

  /// Runs a query. It sees all completed writes.
  ///
  /// @return its result; `otherwise` if no connection is free in time
  <T> T read(SqliteSession.Transaction<T, RuntimeException> query, T otherwise)
      throws SQLException, InterruptedException {
    var session = reading.poll(TURN_MILLIS, TimeUnit.MILLISECONDS);
    if (session == null) {
      return otherwise;
    }
    try {
      return query.run(session);
    } finally {
      reading.add(session);
    }
  }

  /// Runs a query on the connection that writes, so that it waits for no other thread.
  <T> T query(SqliteSession.Transaction<T, RuntimeException> query) throws SQLException {
    return query.run(writing);
  }

  /// Runs statements together. They change at most as many rows as the bound says.
  ///
  /// @throws SQLException if SQLite fails, or if a foreign program keeps the log from being written
  ///   back; no statement takes effect then
  <T> T write(SqliteSession.Transaction<T, RuntimeException> statements) throws SQLException {
    if (!hasRoomInLog()) {
      throw SqliteSession.full();
    }
    T result = writing.transaction(statements);
    var _ = hasRoomInLog();
    return result;
  }

  private boolean hasRoomInLog() throws SQLException {
    return bytes(directory, NAMES.get(1)) <= bound.logBytes()
        || writing.number("PRAGMA wal_checkpoint(TRUNCATE)") == 0;
  }

  /// The number of pages with content.
  long usedPages() throws SQLException {
    return pages() - freePages();
  }

  private long pages() throws SQLException {
    return writing.number("PRAGMA page_count");
  }

  /// {@return a view; empty if there is none with this key, or if no connection is free in time}
  Optional<PageTables.Found> find(long site, ViewKey key)
      throws SQLException, InterruptedException {
    return read(
        session -> PageTables.find(session, site, key, bound.viewBytes()), Optional.empty());
  }

  /// Returns free pages to the disk, if the database is larger than its limit.
  void shrink() throws SQLException {
    while (pages() > bound.pages() && returnPages()) {}
  }

  /// Returns all free pages to the disk, so that the files hold nothing that was deleted.
  void erase() throws SQLException {
    while (returnPages()) {}
    var _ = writing.number("PRAGMA wal_checkpoint(TRUNCATE)");
  }

  /// Returns some free pages to the disk, and whether there may be more.
  private boolean returnPages() throws SQLException {
    long free = freePages();
    if (free == 0) {
      return false;
    }
    var _ = hasRoomInLog();
    writing.executeAll("PRAGMA incremental_vacuum(" + bound.stepPages() + ")");
    return freePages() < free;
  }

  private long freePages() throws SQLException {
    return writing.number("PRAGMA freelist_count");
  }

  /// Waits for the running queries, and closes the connections.
  @Override
  public void close() throws SQLException {
    boolean interrupted = false;
    for (int i = 0; i < READERS; ) {
      try {
        reading.take().close();
        i++;
      } catch (InterruptedException _) {
        // A query takes less than a millisecond, so an interrupt can wait.
        interrupted = true;
      }
    }
    writing.close();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
