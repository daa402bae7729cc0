package dev.sojourn.host.store;

import dev.sojourn.base.file.NewerFile;
import dev.sojourn.base.sql.SqliteSession;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;

/// The tables of the store. Does not touch a file of a later version.
final class Schema {
  private static final int VERSION = 1;

  private static final String RESERVATION =
      """
      CREATE TABLE reservation (
        name  TEXT PRIMARY KEY,
        until INTEGER NOT NULL
      ) WITHOUT ROWID
      """;

  /// Packages that arrived with a hop log, complete. The hop log may be longer than the rest of the
  /// visit. The row of a visit is often read and written, so its package has no hop log.
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

  /// The digests of the stored code. To find a row, SQLite reads its values too, so another table
  /// has the octets. Each arriving agent causes a query here, and its code may be megabytes.
  private static final String CODE =
      """
      CREATE TABLE code (
        digest TEXT PRIMARY KEY,
        used   INTEGER NOT NULL,
        bytes  INTEGER NOT NULL DEFAULT 0,
        owner  TEXT NOT NULL DEFAULT ''
      ) WITHOUT ROWID
      """;

  private static final String JAR =
      """
      CREATE TABLE jar (
        digest TEXT PRIMARY KEY REFERENCES code (digest) ON DELETE CASCADE,
        octets BLOB NOT NULL
      )
      """;

  /// The spending of a signer's visits per day.
  private static final String USAGE =
      """
      CREATE TABLE IF NOT EXISTS usage (
        signer     TEXT NOT NULL,
        day        INTEGER NOT NULL,
        visits     INTEGER NOT NULL,
        pages      INTEGER NOT NULL,
        page_bytes INTEGER NOT NULL,
        cpu_millis INTEGER NOT NULL,
        PRIMARY KEY (signer, day)
      ) WITHOUT ROWID
      """;

  /// The signer of each key: a visit has the name of its owner's key, but limits apply to all keys
  /// of a signer.
  private static final String SIGNER =
      """
      CREATE TABLE signer (
        owner TEXT PRIMARY KEY,
        name  TEXT NOT NULL
      ) WITHOUT ROWID
      """;

  /// The sums of visits by crawler and month; they stay when visits are deleted.
  private static final String SAVED =
      """
      CREATE TABLE saved (
        month      TEXT NOT NULL,
        crawler    TEXT NOT NULL,
        token      TEXT NOT NULL,
        visits     INTEGER NOT NULL,
        pages      INTEGER NOT NULL,
        page_bytes INTEGER NOT NULL,
        gzip_bytes INTEGER NOT NULL,
        received   INTEGER NOT NULL,
        sent       INTEGER NOT NULL,
        PRIMARY KEY (month, crawler, token)
      ) WITHOUT ROWID
      """;

  /// The agents that stay: one row per agent, from its first parking to the end of its visit.
  private static final String STAY =
      """
      CREATE TABLE stay (
        owner      TEXT NOT NULL,
        agent      TEXT NOT NULL,
        signer     TEXT NOT NULL,
        origin     TEXT NOT NULL,
        view       TEXT NOT NULL,
        parked     INTEGER NOT NULL,
        since      INTEGER NOT NULL,
        ends       INTEGER NOT NULL,
        next       INTEGER NOT NULL,
        on_message INTEGER NOT NULL,
        on_change  INTEGER NOT NULL,
        due        TEXT,
        record     TEXT NOT NULL,
        mark       INTEGER NOT NULL,
        wakes      INTEGER NOT NULL DEFAULT 0,
        day        INTEGER NOT NULL DEFAULT 0,
        PRIMARY KEY (owner, agent),
        FOREIGN KEY (owner, agent) REFERENCES visit (owner, agent) ON DELETE CASCADE
      ) WITHOUT ROWID
      """;

  /// The agents that travel on to another host: one row per agent, from the end of its visit.
  /// `next` is the time of the next attempt; it is null after the arrival, or if there is no
  /// further host.
  private static final String ONWARD =
      """
      CREATE TABLE onward (
        owner     TEXT NOT NULL,
        agent     TEXT NOT NULL,
        legs      TEXT NOT NULL,
        passed    TEXT NOT NULL DEFAULT '',
        statement BLOB,
        unsure    INTEGER NOT NULL DEFAULT 0,
        since     INTEGER NOT NULL,
        next      INTEGER,
        PRIMARY KEY (owner, agent),
        FOREIGN KEY (owner, agent) REFERENCES visit (owner, agent) ON DELETE CASCADE
      ) WITHOUT ROWID
      """;

  private static final List<String> HOPS =
      List.of(ONWARD, "CREATE INDEX onward_next ON onward (next) WHERE next IS NOT NULL");

  /// Indexes let each query about parked agents read only the matching rows.
  private static final List<String> STAYS =
      List.of(
          STAY,
          "CREATE INDEX stay_next ON stay (next, signer) WHERE parked = 1",
          "CREATE INDEX stay_signer ON stay (signer) WHERE parked = 1",
          "CREATE INDEX stay_change ON stay (origin, view) WHERE parked = 1 AND on_change = 1");

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
            cpu_millis INTEGER NOT NULL DEFAULT 0,
            allocated  INTEGER NOT NULL DEFAULT 0,
            output     INTEGER NOT NULL DEFAULT 0,
            referrals  INTEGER NOT NULL DEFAULT 0,
            log_lines  INTEGER NOT NULL DEFAULT 0,
            messages   INTEGER NOT NULL DEFAULT 0,
            token      TEXT NOT NULL DEFAULT '',
            since_pages      INTEGER NOT NULL DEFAULT 0,
            since_page_bytes INTEGER NOT NULL DEFAULT 0,
            since_gzip_bytes INTEGER NOT NULL DEFAULT 0,
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
          LOGGED,
          USAGE,
          SIGNER,
          SAVED);

  private Schema() {}

  /// Creates the tables in an empty file, or checks that the file has this version.
  static void prepare(Path file, SqliteSession session) throws SQLException, IOException {
    int version = session.version();
    if (version == VERSION) {
      return;
    }
    if (version > VERSION) {
      throw NewerFile.refusal(
          file,
          version,
          VERSION,
          "put a copy of the data directory back that this one wrote ('host restore')");
    }
    session.transaction(
        to -> {
          for (var table : Stream.of(TABLES, STAYS, HOPS).flatMap(List::stream).toList()) {
            to.executeAll(table);
          }
          to.version(VERSION);
          return VERSION;
        });
  }
}
