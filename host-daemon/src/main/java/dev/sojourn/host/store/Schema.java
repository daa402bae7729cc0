package dev.sojourn.host.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// The tables. A file of an earlier version is brought up to date, one of a later version is left
/// alone.
final class Schema {
  private static final int VERSION = 4;

  private static final String RESERVATION =
      """
      CREATE TABLE reservation (
        name  TEXT PRIMARY KEY,
        until INTEGER NOT NULL
      ) WITHOUT ROWID
      """;

  /// Packages that came with a hop log, whole. It may be longer than all else of a visit together,
  /// whose row is read and written often; there the package is without it.
  private static final String LOGGED =
      """
      CREATE TABLE logged (
        owner TEXT NOT NULL,
        agent TEXT NOT NULL,
        whole BLOB NOT NULL,
        PRIMARY KEY (owner, agent),
        FOREIGN KEY (owner, agent) REFERENCES visit (owner, agent) ON DELETE CASCADE
      )
      """;

  /// What code is here. To find a row SQLite reads what is stored under its key, so the octets are
  /// elsewhere: each agent that comes asks for a row of this, and its code may be megabytes.
  private static final String CODE =
      """
      CREATE TABLE code (
        digest TEXT PRIMARY KEY,
        used   INTEGER NOT NULL
      ) WITHOUT ROWID
      """;

  private static final String JAR =
      """
      CREATE TABLE jar (
        digest TEXT PRIMARY KEY REFERENCES code (digest) ON DELETE CASCADE,
        octets BLOB NOT NULL
      )
      """;

  private static final List<String> TABLES =
      List.of(
          CODE,
          JAR,
          """
          CREATE TABLE visit (
            owner      TEXT NOT NULL,
            agent      TEXT NOT NULL,
            package    BLOB NOT NULL,
            state      BLOB,
            code       TEXT NOT NULL,
            phase      TEXT NOT NULL,
            reason     TEXT NOT NULL DEFAULT '',
            next       TEXT NOT NULL DEFAULT '',
            millis     INTEGER NOT NULL DEFAULT 0,
            pages      INTEGER NOT NULL DEFAULT 0,
            page_bytes INTEGER NOT NULL DEFAULT 0,
            gzip_bytes INTEGER NOT NULL DEFAULT 0,
            findings   INTEGER NOT NULL DEFAULT 0,
            parcels    INTEGER NOT NULL DEFAULT 0,
            arrived    INTEGER NOT NULL,
            started    INTEGER,
            ended      INTEGER,
            chain      TEXT,
            statement  BLOB,
            PRIMARY KEY (owner, agent)
          )
          """,
          "CREATE INDEX visit_phase ON visit (phase)",
          """
          CREATE TABLE parcel (
            owner     TEXT NOT NULL,
            agent     TEXT NOT NULL,
            number    INTEGER NOT NULL,
            lines     INTEGER NOT NULL,
            raw_bytes INTEGER NOT NULL,
            digest    TEXT NOT NULL,
            body      BLOB NOT NULL,
            PRIMARY KEY (owner, agent, number),
            FOREIGN KEY (owner, agent) REFERENCES visit (owner, agent) ON DELETE CASCADE
          )
          """,
          """
          CREATE TABLE transfer (
            owner    TEXT NOT NULL,
            dispatch TEXT NOT NULL,
            passport TEXT NOT NULL,
            nonce    TEXT NOT NULL,
            expires  INTEGER NOT NULL,
            PRIMARY KEY (owner, dispatch),
            UNIQUE (owner, nonce)
          )
          """,
          """
          CREATE TABLE nonce (
            key     TEXT NOT NULL,
            nonce   TEXT NOT NULL,
            expires INTEGER NOT NULL,
            PRIMARY KEY (key, nonce)
          ) WITHOUT ROWID
          """,
          RESERVATION,
          LOGGED);

  /// What version 2 added: the chain over a visit's parcels and the host's statement about it.
  private static final List<String> TO_VERSION_2 =
      List.of(
          "ALTER TABLE visit ADD COLUMN chain TEXT", "ALTER TABLE visit ADD COLUMN statement BLOB");

  /// What version 3 added: up to when time is reserved for the nonces of signatures, and a place
  /// for hop logs. What came before stays as it is, its log in the row of its visit.
  private static final List<String> TO_VERSION_3 = List.of(RESERVATION, LOGGED);

  /// What version 4 changed: the octets of code have a table of their own.
  private static final List<String> TO_VERSION_4 =
      List.of(
          "ALTER TABLE code RENAME TO code_before",
          CODE,
          JAR,
          "INSERT INTO code (digest, used) SELECT digest, used FROM code_before",
          "INSERT INTO jar (digest, octets) SELECT digest, jar FROM code_before",
          "DROP TABLE code_before");

  private static final List<List<String>> LATER_VERSIONS =
      List.of(TO_VERSION_2, TO_VERSION_3, TO_VERSION_4);

  private Schema() {}

  /// Makes the tables in an empty file, or checks that they are of this version.
  static void prepare(Connection connection) throws SQLException, IOException {
    int version;
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery("PRAGMA user_version")) {
      version = rows.next() ? rows.getInt(1) : 0;
    }
    if (version == VERSION) {
      return;
    }
    if (version > VERSION) {
      throw new IOException(
          "the store has version %d, and this program knows version %d"
              .formatted(version, VERSION));
    }
    connection.setAutoCommit(false);
    try (var statement = connection.createStatement()) {
      for (var change : changes(version)) {
        statement.executeUpdate(change);
      }
      statement.executeUpdate("PRAGMA user_version = " + VERSION);
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private static List<String> changes(int version) {
    return version == 0
        ? TABLES
        : LATER_VERSIONS.stream().skip(version - 1L).flatMap(List::stream).toList();
  }
}
