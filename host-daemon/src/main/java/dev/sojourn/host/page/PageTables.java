package dev.sojourn.host.page;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.visit.view.ViewKey;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The tables of the page store. Their statements run in a transaction of the caller.
///
/// The views have a table of their own, so that a change of the last use does not rewrite them.
final class PageTables {
  private static final int VERSION = 2;

  /// Ids of sites are never used again, so a late write for an earlier configuration fails.
  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE site (
            id     INTEGER PRIMARY KEY AUTOINCREMENT,
            origin TEXT NOT NULL UNIQUE,
            mark   TEXT NOT NULL
          )
          """,
          """
          CREATE TABLE page (
            id        INTEGER PRIMARY KEY,
            site      INTEGER NOT NULL,
            path      TEXT NOT NULL,
            kind      TEXT NOT NULL,
            validator TEXT NOT NULL,
            sum       INTEGER NOT NULL,
            bytes     INTEGER NOT NULL,
            used      INTEGER NOT NULL,
            UNIQUE (site, path, kind)
          )
          """,
          "CREATE TABLE view (id INTEGER PRIMARY KEY, octets BLOB NOT NULL)");

  private static final String OF_SITE = "(SELECT id FROM page WHERE site = ? LIMIT ?)";
  private static final String OF_KEY =
      "(SELECT id FROM page WHERE site = ? AND path = ? AND kind = ?)";
  private static final String OF_PATH = "(SELECT id FROM page WHERE site = ? AND path = ?)";

  private PageTables() {}

  /// A view as it was read.
  ///
  /// @param id its row
  /// @param sum its checksum, as stored
  /// @param used its last use, in minutes since 1970
  /// @param octets the view
  record Found(long id, long sum, long used, byte[] octets) {
    boolean isSound(ViewKey key) {
      return sum == PageTables.sum(key, octets);
    }
  }

  /// Creates the tables in an empty file.
  ///
  /// @throws SQLException also if the file has another version
  static void prepare(SqliteSession session) throws SQLException {
    int version = session.version();
    if (version == VERSION) {
      return;
    }
    if (version != 0) {
      throw new SQLException("the page store has version " + version);
    }
    session.transaction(
        to -> {
          for (var table : TABLES) {
            to.executeAll(table);
          }
          to.version(VERSION);
          return VERSION;
        });
  }

  private static long sum(ViewKey key, byte[] view) {
    var sum = new CRC32C();
    var text =
        String.join("\n", key.site(), key.path(), key.kind().name(), key.validator(), "view");
    sum.update(text.getBytes(StandardCharsets.UTF_8));
    sum.update(view);
    return sum.getValue();
  }

  /// Checks the length of a view before it is read: a damaged length must not take the memory.
  static Optional<Found> find(SqliteSession session, long site, ViewKey key, long mostBytes)
      throws SQLException {
    return session.first(
        row -> new Found(row.getLong(1), row.getLong(2), row.getLong(3), row.getBytes(4)),
        "SELECT page.id, sum, used, octets FROM page JOIN view USING (id)"
            + " WHERE site = ? AND path = ? AND kind = ? AND validator = ?"
            + " AND length(octets) <= ?",
        site,
        key.path(),
        key.kind().name(),
        key.validator(),
        mostBytes);
  }

  static void put(SqliteSession session, long site, ViewKey key, byte[] view, long minute)
      throws SQLException {
    long id =
        session.number(
            "INSERT INTO page (site, path, kind, validator, sum, bytes, used)"
                + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (site, path, kind) DO UPDATE SET"
                + " validator = excluded.validator, sum = excluded.sum, bytes = excluded.bytes,"
                + " used = excluded.used RETURNING id",
            site,
            key.path(),
            key.kind().name(),
            key.validator(),
            sum(key, view),
            view.length,
            minute);
    session.update("INSERT OR REPLACE INTO view (id, octets) VALUES (?, ?)", id, view);
  }

  static void use(SqliteSession session, Collection<Long> ids, long minute) throws SQLException {
    for (long id : ids) {
      session.update("UPDATE page SET used = ? WHERE id = ?", minute, id);
    }
  }

  static int remove(SqliteSession session, long id) throws SQLException {
    session.update("DELETE FROM view WHERE id = ?", id);
    return session.update("DELETE FROM page WHERE id = ?", id);
  }

  /// Some views whose last use does not lie between two minutes.
  ///
  /// @param from the least row
  /// @return their rows in order
  static List<Long> unused(SqliteSession session, long from, long since, long now, int most)
      throws SQLException {
    return session.all(
        row -> row.getLong(1),
        "SELECT id FROM page WHERE id >= ? AND used NOT BETWEEN ? AND ? ORDER BY id LIMIT ?",
        from,
        since,
        now,
        most);
  }

  /// Deletes a view of any version.
  static int remove(SqliteSession session, long site, ViewKey key) throws SQLException {
    session.update("DELETE FROM view WHERE id IN " + OF_KEY, site, key.path(), key.kind().name());
    return session.update(
        "DELETE FROM page WHERE id IN " + OF_KEY, site, key.path(), key.kind().name());
  }

  /// The greatest row; 0 without views.
  static long lastRow(SqliteSession session) throws SQLException {
    return session.number("SELECT coalesce(max(id), 0) FROM page");
  }

  /// Deletes some views of a site; returns how many.
  static int clear(SqliteSession session, long site, int rows) throws SQLException {
    session.update("DELETE FROM view WHERE id IN " + OF_SITE, site, rows);
    return session.update("DELETE FROM page WHERE id IN " + OF_SITE, site, rows);
  }

  static int remove(SqliteSession session, long site, List<String> paths) throws SQLException {
    int removed = 0;
    for (var path : paths) {
      session.update("DELETE FROM view WHERE id IN " + OF_PATH, site, path);
      removed += session.update("DELETE FROM page WHERE id IN " + OF_PATH, site, path);
    }
    return removed;
  }

  /// The paths of a site after a path, in their order.
  static List<String> paths(SqliteSession session, long site, String after, int most)
      throws SQLException {
    return session.all(
        row -> row.getString(1),
        "SELECT DISTINCT path FROM page WHERE site = ? AND path > ? ORDER BY path LIMIT ?",
        site,
        after,
        most);
  }

  /// A site as it is stored.
  record SiteRow(long id, String origin, String mark) {}

  static List<SiteRow> sites(SqliteSession session) throws SQLException {
    return session.all(
        row -> new SiteRow(row.getLong(1), row.getString(2), row.getString(3)),
        "SELECT id, origin, mark FROM site");
  }

  static long addSite(SqliteSession session, String origin, String mark) throws SQLException {
    return session.number(
        "INSERT INTO site (origin, mark) VALUES (?, ?) RETURNING id", origin, mark);
  }

  static int removeSite(SqliteSession session, long site) throws SQLException {
    return session.update("DELETE FROM site WHERE id = ?", site);
  }

  static boolean hasPages(SqliteSession session, long site) throws SQLException {
    return session.exists("SELECT 1 FROM page WHERE site = ? LIMIT 1", site);
  }

  /// The views of a site, and their bytes.
  record Sum(long views, long bytes) {
    static final Sum NONE = new Sum(0, 0);
  }

  static Map<Long, Sum> sums(SqliteSession session) throws SQLException {
    var sums = new LinkedHashMap<Long, Sum>();
    var rows =
        session.all(
            row -> Map.entry(row.getLong(1), new Sum(row.getLong(2), row.getLong(3))),
            "SELECT site, count(*), sum(bytes) FROM page GROUP BY site");
    rows.forEach(row -> sums.put(row.getKey(), row.getValue()));
    return sums;
  }
}
