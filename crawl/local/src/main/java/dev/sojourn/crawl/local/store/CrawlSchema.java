package dev.sojourn.crawl.local.store;

import dev.sojourn.base.file.NewerFile;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/// Creates the tables of a store, and opens a store.
final class CrawlSchema {
  private static final List<String> PRAGMAS = List.of("busy_timeout = 5000");

  /// Increased when older programs cannot read the tables any more.
  private static final int VERSION = 1;

  /// The version of a recrawled store. Older programs refuse it, since they would lose the findings
  /// of earlier rounds.
  private static final int RECRAWLED = 2;

  private static final String[] TABLES = {
    "CREATE TABLE crawl (one INTEGER PRIMARY KEY CHECK (one = 1), header TEXT NOT NULL,"
        + " code BLOB NOT NULL, millis INTEGER NOT NULL DEFAULT 0)",
    "CREATE TABLE site (number INTEGER PRIMARY KEY, terms TEXT NOT NULL, robots TEXT, body BLOB)",
    "CREATE TABLE event (sequence INTEGER PRIMARY KEY AUTOINCREMENT, site INTEGER NOT NULL,"
        + " json TEXT NOT NULL)",
    "CREATE INDEX event_of_site ON event (site, sequence)",
    "CREATE TABLE parcel (sequence INTEGER PRIMARY KEY AUTOINCREMENT, agent TEXT NOT NULL,"
        + " number INTEGER NOT NULL, lines INTEGER NOT NULL, raw INTEGER NOT NULL,"
        + " findings INTEGER NOT NULL, digest TEXT NOT NULL, body BLOB NOT NULL,"
        + " UNIQUE (agent, number))",
    "CREATE TABLE package (agent TEXT PRIMARY KEY, bytes BLOB NOT NULL)",
    "CREATE TABLE saved (agent TEXT PRIMARY KEY, state BLOB NOT NULL, millis INTEGER NOT NULL,"
        + " pages INTEGER NOT NULL, page_bytes INTEGER NOT NULL, gzip_bytes INTEGER NOT NULL,"
        + " findings INTEGER NOT NULL)",
    "CREATE TABLE wire (agent TEXT PRIMARY KEY, bytes INTEGER NOT NULL)",
  };

  /// Tables that were added later; older programs ignore them.
  private static final String[] ADDED = {
    "CREATE TABLE IF NOT EXISTS setting (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS rules (site INTEGER PRIMARY KEY, kind TEXT NOT NULL,"
        + " body BLOB NOT NULL, etag TEXT NOT NULL, modified TEXT NOT NULL,"
        + " unreachable INTEGER NOT NULL)",
    "CREATE TABLE IF NOT EXISTS known (site INTEGER NOT NULL, url TEXT NOT NULL,"
        + " own TEXT NOT NULL, print TEXT NOT NULL, fields TEXT NOT NULL, etag TEXT NOT NULL,"
        + " modified TEXT NOT NULL, agent TEXT NOT NULL, gone INTEGER NOT NULL,"
        + " PRIMARY KEY (site, url)) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS known_own ON known (own)",
    "CREATE TABLE IF NOT EXISTS known_next (site INTEGER NOT NULL, url TEXT NOT NULL,"
        + " own TEXT NOT NULL, print TEXT NOT NULL, fields TEXT NOT NULL, etag TEXT NOT NULL,"
        + " modified TEXT NOT NULL, agent TEXT NOT NULL, gone INTEGER NOT NULL,"
        + " PRIMARY KEY (site, url)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS earlier (agent TEXT PRIMARY KEY, site INTEGER NOT NULL,"
        + " includes TEXT NOT NULL, excludes TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS outside (agent TEXT NOT NULL, origin TEXT NOT NULL,"
        + " links INTEGER NOT NULL, PRIMARY KEY (agent, origin)) WITHOUT ROWID",
  };

  private CrawlSchema() {}

  static void markRecrawled(SqliteSession session) throws SQLException {
    session.version(RECRAWLED);
  }

  static SqliteSession open(Path file) throws IOException {
    try {
      OwnerOnly.createFile(file);
      var session = new SqliteSession(SqliteSession.connect(file, PRAGMAS));
      try {
        prepare(file, session);
        return session;
      } catch (SQLException | IOException e) {
        session.close();
        throw e;
      }
    } catch (SQLException e) {
      throw new IOException(
          "%s cannot be used as a store; name another directory with --out (%s)"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /// Creates the tables, unless another process created them after the version was read.
  private static int create(SqliteSession to) throws SQLException {
    if (to.version() == 0) {
      for (var table : TABLES) {
        to.executeAll(table);
      }
      to.version(VERSION);
    }
    return to.version();
  }

  private static void prepare(Path file, SqliteSession session) throws SQLException, IOException {
    int version = session.version();
    if (version == 0) {
      version = session.transaction(CrawlSchema::create);
    }
    if (version != VERSION && version != RECRAWLED) {
      throw version > RECRAWLED
          ? NewerFile.refusal(file, version, RECRAWLED, "name another directory with --out")
          : new IOException(
              file + " is not a store of this program; name another directory with --out");
    }
    for (var table : ADDED) {
      session.executeAll(table);
    }
  }
}
