package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.sql.SqliteSession;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CodeUsesTest {
  private static final Instant NOW = Instant.parse("2026-05-01T10:00:00Z");

  private SqliteSession session;

  @BeforeEach
  void open() throws SQLException {
    session = new SqliteSession(DriverManager.getConnection("jdbc:sqlite::memory:"));
  }

  @AfterEach
  void close() throws SQLException {
    session.close();
  }

  @Test
  void theUseOfCodeIsWrittenOnceInAWhile() throws SQLException {
    session.execute("CREATE TABLE code (digest TEXT PRIMARY KEY, used INTEGER)");
    session.update("INSERT INTO code (digest, used) VALUES (?, ?)", "d", Instant.EPOCH);
    var uses = new StorageUse();

    uses.codeUsed(session, "d", NOW);
    assertThat(used()).isEqualTo(NOW);
    uses.codeUsed(session, "d", NOW.plusSeconds(9));
    assertThat(used()).isEqualTo(NOW);
    uses.codeUsed(session, "d", NOW.plusSeconds(10));
    assertThat(used()).isEqualTo(NOW.plusSeconds(10));
    // The clock was set back: what is kept must not stay in the future.
    uses.codeUsed(session, "d", NOW);
    assertThat(used()).isEqualTo(NOW);
  }

  private Instant used() throws SQLException {
    return Instant.ofEpochMilli(session.number("SELECT used FROM code WHERE digest = ?", "d"));
  }
}
