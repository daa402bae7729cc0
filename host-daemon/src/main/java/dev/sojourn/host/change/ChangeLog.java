package dev.sojourn.host.change;

import dev.sojourn.agent.PageChanges.Kind;
import dev.sojourn.base.file.NewerFile;
import dev.sojourn.base.file.OwnerOnly;
import dev.sojourn.base.file.RegularFile;
import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.stay.ChangeMark;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;

/// Records the pages of sites on disk. Each present or former page has one row, with the numbers of
/// the changes that added, changed and deleted it. A page of a folder is a file with its directory;
/// the pages of a WARC site are in one unnamed directory. Thus an agent needs only one number: the
/// last change that it has seen. Thread-safe.
///
/// The record is the file `changes.db` in the data directory. Its loss costs only the record of
/// changes: a new record has another name, and agents check pages themselves.
public final class ChangeLog implements AutoCloseable {
  private static final int VERSION = 1;
  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE site (
            origin     TEXT PRIMARY KEY,
            record     TEXT NOT NULL,
            generation INTEGER NOT NULL
          ) WITHOUT ROWID
          """,
          """
          CREATE TABLE file (
            origin  TEXT NOT NULL,
            dir     TEXT NOT NULL,
            name    TEXT NOT NULL,
            stamp   INTEGER NOT NULL,
            first   INTEGER NOT NULL,
            born    INTEGER NOT NULL,
            died    INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            PRIMARY KEY (origin, dir, name)
          ) WITHOUT ROWID
          """,
          "CREATE INDEX file_changed ON file (origin, changed)");

  /// Batch size for reading changes, so that memory does not grow with their number.
  private static final int READ_AT_ONCE = 1_000;

  /// Sorts after each text with the same prefix.
  private static final String AFTER_ANY_NAME = Character.toString(Character.MAX_CODE_POINT);

  /// A power failure may undo unflushed changes; they are found again as long as their number is
  /// not stored.
  private static final String NOT_FLUSHED = "PRAGMA synchronous = NORMAL";

  /// A commit also flushes all earlier commits.
  private static final String FLUSHED = "PRAGMA synchronous = FULL";

  private final SqliteSession session;

  private ChangeLog(SqliteSession session) {
    this.session = session;
  }

  /// Opens the record of a data directory, and creates it if missing.
  ///
  /// @param data directory of the daemon
  /// @return the record
  /// @throws IOException if the record cannot be used
  public static ChangeLog open(Path data) throws IOException {
    var file = data.resolve("changes.db");
    RegularFile.requireIfThere(file);
    OwnerOnly.createFile(file);
    try {
      var session = new SqliteSession(SqliteSession.connect(file, List.of("busy_timeout = 10000")));
      session.executeAll(NOT_FLUSHED);
      if (session.version() == 0) {
        session.transaction(
            to -> {
              for (var table : TABLES) {
                to.executeAll(table);
              }
              to.version(VERSION);
              return VERSION;
            });
      } else if (session.version() != VERSION) {
        int found = session.version();
        session.close();
        throw NewerFile.refusal(
            file, found, VERSION, "delete it, and agents look for changes themselves");
      }
      return new ChangeLog(session);
    } catch (SQLException e) {
      throw new IOException(
          "%s cannot be used (%s); delete it, and agents look for changes themselves"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /// Receives a change of a page.
  @FunctionalInterface
  interface ChangeReader {
    /// @param dir the names of its directory, each followed by `/`
    /// @return whether the reader wants further changes
    boolean read(String dir, String name, Kind kind) throws IOException, InterruptedException;
  }

  /// Several statements under one lock.
  private interface Step<T> {
    T run() throws SQLException;
  }

  private synchronized <T> T locked(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (SQLException e) {
      throw new IOException("the record of changes failed: " + e.getMessage(), e);
    }
  }

  /// {@return the position after the last change of a site; empty if its pages were never listed}
  Optional<ChangeMark> mark(String origin) throws IOException {
    return locked(
        () ->
            session.first(
                row -> new ChangeMark(row.getString("record"), row.getLong("generation")),
                "SELECT record, generation FROM site WHERE origin = ?",
                origin));
  }

  /// Begins the record of a site after the first listing of its pages.
  ///
  /// @param kind prefix of the record's name, so that records of different kinds differ
  ChangeMark begin(String origin, String kind) throws IOException {
    var mark = new ChangeMark(kind + UUID.randomUUID(), 0);
    locked(
        () ->
            session.update(
                "INSERT INTO site (origin, record, generation) VALUES (?, ?, 0)",
                origin,
                mark.record()));
    return mark;
  }

  /// Records that all changes up to a number are flushed to the disk. Agents get this number only
  /// after this flush, because their own copy of it is flushed too.
  void keep(String origin, long generation) throws IOException {
    locked(
        () -> {
          session.executeAll(FLUSHED);
          try {
            return session.update(
                "UPDATE site SET generation = ? WHERE origin = ?", generation, origin);
          } finally {
            session.executeAll(NOT_FLUSHED);
          }
        });
  }

  /// Records the files of a directory.
  ///
  /// @param files a stamp of each file, by name; empty for a deleted directory
  /// @param generation number of these changes
  /// @return number of changed files
  int record(String origin, String dir, Map<String, Long> files, long generation)
      throws IOException {
    return record(origin, dir, "", AFTER_ANY_NAME, files, generation, true);
  }

  /// Records the pages of a large directory in parts.
  ///
  /// @param pages a stamp of each page, by name
  /// @param generation number of these changes
  /// @param isAll whether these are all pages; otherwise the other pages stay unchanged
  /// @return number of changed pages
  int record(
      String origin, String dir, NavigableMap<String, Long> pages, long generation, boolean isAll)
      throws IOException {
    int changed = 0;
    var from = "";
    while (!from.equals(AFTER_ANY_NAME)) {
      var part = new HashMap<String, Long>();
      var to = AFTER_ANY_NAME;
      for (var page : pages.tailMap(from, false).entrySet()) {
        part.put(page.getKey(), page.getValue());
        if (part.size() == READ_AT_ONCE) {
          to = page.getKey();
          break;
        }
      }
      changed += record(origin, dir, from, to, part, generation, isAll);
      from = to;
    }
    return changed;
  }

  /// Records the pages of a directory in a range of names.
  private int record(
      String origin,
      String dir,
      String from,
      String to,
      Map<String, Long> files,
      long generation,
      boolean isAll)
      throws IOException {
    return locked(
        () ->
            session.transaction(
                on -> {
                  var known = known(on, origin, dir, from, to);
                  int changed = 0;
                  for (var file : files.entrySet()) {
                    var before = known.remove(file.getKey());
                    if (before == null || before.isGone() || before.stamp() != file.getValue()) {
                      put(on, origin, dir, file, generation, before == null || before.isGone());
                      changed++;
                    }
                  }
                  for (var gone : known.entrySet()) {
                    if (isAll && !gone.getValue().isGone()) {
                      on.update(
                          "UPDATE file SET died = ?1, changed = ?1 WHERE origin = ?2 AND dir = ?3"
                              + " AND name = ?4",
                          generation,
                          origin,
                          dir,
                          gone.getKey());
                      changed++;
                    }
                  }
                  return changed;
                }));
  }

  private record Known(long stamp, boolean isGone) {}

  private static Map<String, Known> known(
      SqliteSession session, String origin, String dir, String from, String to)
      throws SQLException {
    var known = new HashMap<String, Known>();
    session.query(
        rows -> {
          while (rows.next()) {
            known.put(
                rows.getString("name"),
                new Known(rows.getLong("stamp"), rows.getLong("died") > rows.getLong("born")));
          }
          return known.size();
        },
        "SELECT name, stamp, born, died FROM file WHERE origin = ? AND dir = ? AND name > ? AND"
            + " name <= ?",
        origin,
        dir,
        from,
        to);
    return known;
  }

  private static void put(
      SqliteSession session,
      String origin,
      String dir,
      Map.Entry<String, Long> file,
      long generation,
      boolean isNew)
      throws SQLException {
    session.update(
        "INSERT INTO file (origin, dir, name, stamp, first, born, died, changed) VALUES"
            + " (?1, ?2, ?3, ?4, ?5, ?5, -1, ?5) ON CONFLICT (origin, dir, name) DO UPDATE SET"
            + " stamp = ?4, changed = ?5, born = iif(?6, ?5, born)",
        origin,
        dir,
        file.getKey(),
        file.getValue(),
        generation,
        isNew);
  }

  /// {@return the stamp of a page; empty if the page does not exist}
  Optional<Long> stamp(String origin, String dir, String name) throws IOException {
    return locked(
        () ->
            session.first(
                row -> row.getLong(1),
                "SELECT stamp FROM file WHERE origin = ? AND dir = ? AND name = ? AND died <= born",
                origin,
                dir,
                name));
  }

  /// {@return the directories of a site that have files, each name followed by `/`}
  ///
  /// @param first prefix of their names; empty for all
  Set<String> directories(String origin, String first) throws IOException {
    return locked(
        () ->
            new TreeSet<>(
                session.all(
                    row -> row.getString(1),
                    "SELECT DISTINCT dir FROM file WHERE origin = ? AND dir >= ? AND dir < ? AND"
                        + " died <= born",
                    origin,
                    first,
                    first + AFTER_ANY_NAME)));
  }

  /// {@return the number of the last recorded change, flushed or not; empty if the site was never
  /// listed}
  Optional<Long> lastRecorded(String origin) throws IOException {
    return locked(
        () ->
            session.first(
                row -> row.getLong(1),
                "SELECT max(generation, coalesce((SELECT max(changed) FROM file WHERE origin = ?1),"
                    + " 0)) FROM site WHERE origin = ?1",
                origin));
  }

  /// {@return the number of recorded pages of a site, also deleted ones}
  long size(String origin) throws IOException {
    return locked(() -> session.number("SELECT count(*) FROM file WHERE origin = ?", origin));
  }

  /// {@return the recorded sites}
  List<String> origins() throws IOException {
    return locked(() -> session.all(row -> row.getString(1), "SELECT origin FROM site"));
  }

  /// Deletes the record of a site.
  void forget(String origin) throws IOException {
    locked(
        () ->
            session.transaction(
                to -> {
                  to.update("DELETE FROM file WHERE origin = ?", origin);
                  return to.update("DELETE FROM site WHERE origin = ?", origin);
                }));
  }

  /// Deletes the rows of deleted files that no agent needs any more.
  ///
  /// @param generation number of the last change that all agents have seen
  /// @return number of deleted rows
  int forgetGone(String origin, long generation) throws IOException {
    return locked(
        () ->
            session.update(
                "DELETE FROM file WHERE origin = ? AND changed <= ? AND died > born",
                origin,
                generation));
  }

  /// Passes on the changes after a position, earliest first, until the reader stops.
  void since(String origin, long generation, ChangeReader reader)
      throws IOException, InterruptedException {
    var last = new Change("", AFTER_ANY_NAME, generation, Optional.empty());
    while (true) {
      var changes = after(last, origin, generation);
      for (var change : changes) {
        if (change.kind().isPresent()
            && !reader.read(change.dir(), change.name(), change.kind().get())) {
          return;
        }
      }
      if (changes.size() < READ_AT_ONCE) {
        return;
      }
      last = changes.getLast();
    }
  }

  private List<Change> after(Change last, String origin, long mark) throws IOException {
    return locked(
        () ->
            session.all(
                row -> change(row, mark),
                "SELECT dir, name, first, born, died, changed FROM file WHERE origin = ?1 AND"
                    + " changed > ?2 AND (changed, dir, name) > (?3, ?4, ?5) ORDER BY changed, dir,"
                    + " name LIMIT ?6",
                origin,
                mark,
                last.generation(),
                last.dir(),
                last.name(),
                READ_AT_ONCE));
  }

  private record Change(String dir, String name, long generation, Optional<Kind> kind) {}

  private static Change change(ResultSet row, long mark) throws SQLException {
    return new Change(
        row.getString("dir"),
        row.getString("name"),
        row.getLong("changed"),
        kind(mark, row.getLong("first"), row.getLong("born"), row.getLong("died")));
  }

  /// How a file changed after a position: it exists from `first` on, died, and may have been born
  /// again.
  static Optional<Kind> kind(long mark, long first, long born, long died) {
    boolean isThere = died <= born;
    boolean wasThere =
        mark >= born ? died <= born || mark < died : died >= 0 && first <= mark && mark < died;
    if (isThere) {
      return Optional.of(wasThere ? Kind.CHANGED : Kind.NEW);
    }
    return wasThere ? Optional.of(Kind.GONE) : Optional.empty();
  }

  @Override
  public void close() throws IOException {
    locked(
        () -> {
          session.close();
          return VERSION;
        });
  }
}
