package dev.sojourn.host.store;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/// The tables. A file of an earlier version is brought up to date, one of a later version is left
/// alone.
final class Schema {
  private static final int VERSION = 2;

  private static final List<String> TABLES =
      List.of(
          """
          CREATE TABLE code (
            digest TEXT PRIMARY KEY,
            jar    BLOB NOT NULL,
            used   INTEGER NOT NULL
          ) WITHOUT ROWID
          """,
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
          """);

  /// What version 2 added: the chain over a visit's parcels and the host's statement about it.
  private static final List<String> TO_VERSION_2 =
      List.of(
          "ALTER TABLE visit ADD COLUMN chain TEXT", "ALTER TABLE visit ADD COLUMN statement BLOB");

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
      for (var table : version == 0 ? TABLES : TO_VERSION_2) {
        statement.executeUpdate(table);
      }
      statement.executeUpdate("PRAGMA user_version = " + VERSION);
    }
    connection.commit();
    connection.setAutoCommit(true);
  }
}
