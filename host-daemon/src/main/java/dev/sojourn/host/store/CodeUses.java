package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/// Keeps when code was used last. Belongs to the thread that writes.
///
/// To write it is a page more to flush with each dispatch. So it is written once in a while, and
/// code may count as unused for that much longer than it was.
final class CodeUses {
  private static final Duration OFTEN_ENOUGH = Duration.ofSeconds(10);
  private static final int MOST_REMEMBERED = 1_000;

  private final Map<String, Instant> written =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Instant> eldest) {
          return size() > MOST_REMEMBERED;
        }
      };

  /// Code that is here is used; if the write is taken back, the next use after a while is kept.
  void used(SqliteSession session, String digest, Instant at) throws SQLException {
    var before = written.get(digest);
    if (before != null && at.isBefore(before.plus(OFTEN_ENOUGH)) && !at.isBefore(before)) {
      return;
    }
    session.update("UPDATE code SET used = ? WHERE digest = ?", at, digest);
    written.put(digest, at);
  }
}
