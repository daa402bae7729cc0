package dev.sojourn.host.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.change.ChangeLog;
import dev.sojourn.host.release.Releases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The store of a newer version is left as it is, and the sentence names the next step.
class NewerStoreTest {
  private static final String NEWER =
      " was written by a newer version of this program (its format is 99, and this one reads up to"
          + " ";

  @TempDir Path data;

  @Test
  void aStoreIsLeftAlone() throws Exception {
    Store.open(data).close();
    var file = data.resolve("host.db");
    setVersion(file);

    assertThatThrownBy(() -> Store.open(data))
        .isInstanceOf(IOException.class)
        .hasMessage(
            file
                + NEWER
                + "1); use that version, or put a copy of the data directory back that this one"
                + " wrote ('host restore')");
    try (var session = new SqliteSession(SqliteSession.connect(file, List.of()))) {
      assertThat(session.version()).isEqualTo(99);
    }
  }

  @Test
  void aRecordOfChangesIsLeftAlone() throws Exception {
    ChangeLog.open(data).close();
    setVersion(data.resolve("changes.db"));

    assertThatThrownBy(() -> ChangeLog.open(data))
        .isInstanceOf(IOException.class)
        .hasMessage(
            data.resolve("changes.db")
                + NEWER
                + "1); use that version, or delete it, and agents look for changes themselves");
  }

  @Test
  void decisionsAboutFindingsAreLeftAlone() throws IOException {
    var file = data.resolve("released.json");
    Files.writeString(file, "{\"version\":99,\"decisions\":[]}");

    assertThatThrownBy(() -> Releases.open(data, true))
        .isInstanceOf(IOException.class)
        .hasMessage(file + NEWER + "1); use that version, or move it away and release anew");
  }

  private static void setVersion(Path file) throws SQLException {
    try (var session = new SqliteSession(SqliteSession.connect(file, List.of()))) {
      session.version(99);
    }
  }
}
