package dev.sojourn.host.store;

import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// The files of a store: the database, and a lock that one process holds.
final class StoreFiles {
  /// A checkpoint of the log costs two flushes of the disk, and the next agents change many of the
  /// same pages. With 16 MiB of log, one checkpoint serves a few thousand agents.
  private static final int PAGES_TO_CHECKPOINT = 4_096;

  /// Many simultaneous agents change rows with random names. Their pages exceed the 2 MiB that
  /// SQLite caches by default.
  private static final int CACHE_KIB = 16 * 1024;

  private static final List<String> PRAGMAS =
      List.of(
          // Applies only to a file without tables: free pages can be returned to the disk.
          "auto_vacuum = INCREMENTAL",
          "foreign_keys = ON",
          "busy_timeout = 10000",
          "journal_size_limit = 67108864",
          "wal_autocheckpoint = " + PAGES_TO_CHECKPOINT,
          "cache_size = -" + CACHE_KIB);

  private static final List<String> NAMES =
      List.of("lock", "host.db", "host.db-wal", "host.db-shm");

  private StoreFiles() {}

  static FileChannel lock(Path directory) throws IOException {
    for (var name : NAMES) {
      RegularFile.requireIfThere(directory.resolve(name));
    }
    return OwnerOnly.lock(directory.resolve("lock"))
        .orElseThrow(
            () ->
                new IOException(
                    "another host daemon uses the data directory "
                        + directory
                        + "; end that one, or name another directory under data"));
  }

  static Connection connect(Path file) throws SQLException {
    return SqliteSession.connect(file, PRAGMAS);
  }

  static SqliteSession session(Path file) throws SQLException {
    return new SqliteSession(connect(file));
  }

  /// Copies a database to a new file, and returns its number of visits.
  static long copy(Path file, Path to) throws IOException {
    RegularFile.requireIfThere(file);
    OwnerOnly.createFile(to);
    try (var session = reading(file)) {
      // SQLite reads it in one transaction, and others can write meanwhile.
      var _ = session.update("VACUUM INTO ?", to.toString());
    } catch (SQLException e) {
      throw unusable(file, e);
    }
    try (var copied = session(to)) {
      return copied.number("SELECT count(*) FROM visit");
    } catch (SQLException e) {
      throw unusable(to, e);
    }
  }

  /// Opening a database takes some disk space. On a full disk, this reads an unused database with
  /// an empty log without that space.
  private static SqliteSession reading(Path file) throws IOException, SQLException {
    try {
      return session(file);
    } catch (SQLException e) {
      var log = file.resolveSibling(file.getFileName() + "-wal");
      if (!SqliteSession.isFull(e) || (Files.exists(log) && Files.size(log) > 0)) {
        throw e;
      }
      return new SqliteSession(SqliteSession.connectUnchanging(file));
    }
  }

  /// The database of a store, ready for use.
  ///
  /// @param writing the only connection that writes
  /// @param readers the connections that read
  /// @param before the reservations of nonces found on disk
  record Opened(SqliteSession writing, Readers readers, NonceStore.Before before) {}

  /// Opens a database; on a full disk, uses the reserved space.
  static Opened open(Path file, DiskReserve reserve) throws IOException {
    try {
      return opened(file);
    } catch (SQLException e) {
      if (!SqliteSession.isFull(e) || !reserve.release()) {
        throw unusable(file, e);
      }
    }
    try {
      return opened(file);
    } catch (SQLException e) {
      throw unusable(file, e);
    }
  }

  private static Opened opened(Path file) throws IOException, SQLException {
    // SQLite gives its other files the same permissions.
    OwnerOnly.createFile(file);
    var writing = session(file);
    try {
      Schema.prepare(file, writing);
      var readers = Readers.open(file);
      return new Opened(writing, readers, NonceStore.before(readers));
    } catch (IOException | SQLException e) {
      writing.close();
      throw e;
    }
  }

  /// The message for a file that is damaged or not a database.
  private static IOException unusable(Path file, SQLException e) {
    var sentence =
        SqliteSession.isFull(e)
            ? "the store %s cannot be opened: its disk is full; make room on it (%s)"
            : "the store %s cannot be used (%s); put a copy back, or name another directory under"
                + " data";
    return new IOException(sentence.formatted(file, e.getMessage()), e);
  }
}
