package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.visit.VisitTally;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;

/// The table of the sums of visits by crawler and month. Agents arrive, end and leave parcels in
/// the month in which they do.
final class SavedTable {
  /// Product tokens are the signers' choice, so there could be any number of them.
  private static final int MAX_ROWS_A_MONTH = 1_000;

  private static final int MONTHS = 36;
  private static final String OTHERS = "(others)";

  private SavedTable() {}

  static int arrived(SqliteSession session, VisitKey key, Instant at, long received)
      throws SQLException {
    return add(session, key, at, 1, 0, 0, 0, received, 0);
  }

  static int ended(SqliteSession session, VisitKey key, Instant at, VisitTally tally)
      throws SQLException {
    return add(session, key, at, 0, tally.pages(), tally.pageBytes(), tally.gzipBytes(), 0, 0);
  }

  static int sent(SqliteSession session, VisitKey key, Instant at, long bytes) throws SQLException {
    return add(session, key, at, 0, 0, 0, 0, 0, bytes);
  }

  private static int add(
      SqliteSession session,
      VisitKey key,
      Instant at,
      long visits,
      long pages,
      long pageBytes,
      long gzipBytes,
      long received,
      long sent)
      throws SQLException {
    var crawler = crawler(session, key);
    if (crawler.isEmpty()) {
      return 0;
    }
    var month = month(at);
    var row = crawler.getFirst();
    return session.update(
        "INSERT INTO saved (month, crawler, token, visits, pages, page_bytes, gzip_bytes, received,"
            + " sent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (month, crawler, token) DO"
            + " UPDATE SET visits = visits + excluded.visits, pages = pages + excluded.pages,"
            + " page_bytes = page_bytes + excluded.page_bytes, gzip_bytes = gzip_bytes +"
            + " excluded.gzip_bytes, received = received + excluded.received, sent = sent +"
            + " excluded.sent",
        month,
        row.name(),
        token(session, month, row),
        visits,
        pages,
        pageBytes,
        gzipBytes,
        received,
        sent);
  }

  private record Named(String name, String token) {}

  private static List<Named> crawler(SqliteSession session, VisitKey key) throws SQLException {
    return session.all(
        row -> new Named(row.getString("name"), row.getString("token")),
        "SELECT coalesce(signer.name, visit.owner) AS name, token FROM visit"
            + " LEFT JOIN signer USING (owner) WHERE owner = ? AND agent = ?",
        key.owner(),
        key.agentId());
  }

  private static String token(SqliteSession session, String month, Named row) throws SQLException {
    boolean isThere =
        session.exists(
            "SELECT 1 FROM saved WHERE month = ? AND crawler = ? AND token = ?",
            month,
            row.name(),
            row.token());
    return isThere
            || session.number("SELECT count(*) FROM saved WHERE month = ?", month)
                < MAX_ROWS_A_MONTH
        ? row.token()
        : OTHERS;
  }

  static int forgetBefore(SqliteSession session, Instant now) throws SQLException {
    var first = YearMonth.from(now.atOffset(ZoneOffset.UTC)).minusMonths(MONTHS);
    return session.update("DELETE FROM saved WHERE month < ?", first.toString());
  }

  private static String month(Instant at) {
    return YearMonth.from(at.atOffset(ZoneOffset.UTC)).toString();
  }
}
