package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.Bytes;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Statements that are prepared once and carried out again and again.
class SessionTest {
  private static final String PUT = "INSERT INTO thing (name, number, body) VALUES (?, ?, ?)";
  private static final String GET = "SELECT body FROM thing WHERE name = ?";
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  private Session session;

  @BeforeEach
  void open() throws SQLException {
    session = new Session(DriverManager.getConnection("jdbc:sqlite::memory:"));
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
  void theUseOfCodeIsWrittenOnceInAWhile() throws SQLException {
    session.execute("CREATE TABLE code (digest TEXT PRIMARY KEY, used INTEGER)");
    session.update("INSERT INTO code (digest, used) VALUES (?, ?)", "d", Instant.EPOCH);
    var uses = new CodeUses();

    uses.used(session, "d", NOW);
    assertThat(used()).isEqualTo(NOW);
    uses.used(session, "d", NOW.plusSeconds(9));
    assertThat(used()).isEqualTo(NOW);
    uses.used(session, "d", NOW.plusSeconds(10));
    assertThat(used()).isEqualTo(NOW.plusSeconds(10));
    // The clock was set back: what is kept must not stay in the future.
    uses.used(session, "d", NOW);
    assertThat(used()).isEqualTo(NOW);
  }

  private Instant used() throws SQLException {
    return Instant.ofEpochMilli(session.number("SELECT used FROM code WHERE digest = ?", "d"));
  }
}
