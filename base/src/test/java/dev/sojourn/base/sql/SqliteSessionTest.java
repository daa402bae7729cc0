package dev.sojourn.base.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Statements that are prepared once and carried out again and again.
class SqliteSessionTest {
  private static final String PUT = "INSERT INTO thing (name, number, body) VALUES (?, ?, ?)";
  private static final String GET = "SELECT body FROM thing WHERE name = ?";
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  private SqliteSession session;

  @BeforeEach
  void open() throws SQLException {
    session = new SqliteSession(DriverManager.getConnection("jdbc:sqlite::memory:"));
    session.execute("CREATE TABLE thing (name TEXT PRIMARY KEY, number INTEGER, body BLOB)");
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
  }

  @Test
  void aStatementTakesOtherParametersTheNextTime() throws SQLException {
    session.update(PUT, "a", 1, Bytes.utf8("first"));
    session.update(PUT, "b", NOW, Optional.empty());

    assertThat(session.bytes(GET, "a").map(String::new)).contains("first");
    assertThat(session.bytes(GET, "b")).isEmpty();
    assertThat(session.bytes(GET, "c")).isEmpty();
    assertThat(session.number("SELECT number FROM thing WHERE name = ?", "b"))
        .isEqualTo(NOW.toEpochMilli());
    assertThat(session.all(row -> row.getString(1), "SELECT name FROM thing ORDER BY name"))
        .containsExactly("a", "b");
  }

  @Test
  void aStatementThatFailedIsGoodTheNextTime() throws SQLException {
    session.update(PUT, "a", 1, Bytes.utf8("first"));

    assertThatThrownBy(() -> session.update(PUT, "a", 2, Bytes.utf8("second")))
        .isInstanceOf(SQLException.class);

    assertThat(session.update(PUT, "b", 3, Bytes.utf8("third"))).isEqualTo(1);
    assertThat(session.bytes(GET, "a").map(String::new)).contains("first");
  }

  /// The driver closes a statement that found the disk full.
  @Test
  void aStatementThatFoundTheDiskFullIsGoodTheNextTime() throws SQLException {
    session.number("PRAGMA max_page_count = 20");

    for (int round = 0; round < 2; round++) {
      assertThatThrownBy(() -> session.update(PUT, "large", 1, new byte[1 << 20]))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(13));
      assertThat(session.update(PUT, "small" + round, 1, new byte[10])).isEqualTo(1);
    }

    assertThat(session.all(row -> row.getString(1), "SELECT name FROM thing ORDER BY name"))
        .containsExactly("small0", "small1");
  }

  @Test
  void whatIsTakenBackIsGoneAndWhatIsCommittedStays() throws SQLException {
    for (int round = 0; round < 3; round++) {
      session.execute("BEGIN IMMEDIATE");
      session.update(PUT, "kept" + round, round, Optional.empty());
      session.execute("SAVEPOINT job");
      session.update(PUT, "undone" + round, round, Optional.empty());
      session.execute("ROLLBACK TO job");
      session.execute("RELEASE job");
      session.execute("COMMIT");
    }

    assertThat(session.all(row -> row.getString(1), "SELECT name FROM thing ORDER BY name"))
        .containsExactly("kept0", "kept1", "kept2");
  }

  @Test
  void aTransactionIsKeptWholeOrNotAtAll() throws SQLException {
    assertThat(session.<Integer, RuntimeException>transaction(to -> to.update(PUT, "a", 1, "x")))
        .isEqualTo(1);
    assertThatThrownBy(
            () ->
                session.transaction(
                    to -> {
                      to.update(PUT, "b", 2, "x");
                      throw new IOException("the other half is lost");
                    }))
        .isInstanceOf(IOException.class)
        .hasNoSuppressedExceptions();
    assertThatThrownBy(
            () ->
                session.<Integer, RuntimeException>transaction(
                    to -> to.update(PUT, "c", 3, "x") + to.update(PUT, "a", 4, "x")))
        .isInstanceOf(SQLException.class);

    assertThat(session.all(row -> row.getString(1), "SELECT name FROM thing")).containsExactly("a");
  }

  /// SQLite ends the transaction by itself then; the error is that fault, and not that there is
  /// nothing left to roll back.
  @Test
  void aTransactionThatFindsTheDiskFullSaysSo() throws SQLException {
    session.number("PRAGMA max_page_count = 20");

    assertThatThrownBy(
            () ->
                session.<Integer, RuntimeException>transaction(
                    to -> to.update(PUT, "large", 1, new byte[1 << 20])))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(SqliteSession.isFull(e)).isTrue());

    assertThat(
            session.<Integer, RuntimeException>transaction(
                to -> to.update(PUT, "small", 1, new byte[10])))
        .isEqualTo(1);
    assertThat(SqliteSession.isFull(SqliteSession.full())).isTrue();
    assertThat(SqliteSession.isFull(new SQLException("other", "", 1))).isFalse();
  }

  @Test
  void aFileHasALogIsFlushedAndKeepsTheVersionOfItsTables(@TempDir Path folder)
      throws SQLException {
    var file = folder.resolve("a.db");
    try (var opened =
        new SqliteSession(SqliteSession.connect(file, List.of("busy_timeout = 1234")))) {
      assertThat(opened.version()).isZero();
      opened.version(7);
      assertThat(opened.text("PRAGMA journal_mode")).contains("wal");
      assertThat(opened.number("PRAGMA synchronous")).isEqualTo(2);
      assertThat(opened.number("PRAGMA busy_timeout")).isEqualTo(1_234);
    }
    try (var again = new SqliteSession(SqliteSession.connect(file, List.of()))) {
      assertThat(again.version()).isEqualTo(7);
    }
  }
}
