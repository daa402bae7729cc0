package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.visit.VisitTally;
import java.sql.SQLException;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.Optional;

/// The table of sums of visits by crawler and month. Arrivals, ends and sent parcels count in their
/// own month.
final class SavingsTable {
  /// Signers choose their product tokens, so their number needs a limit.
  private static final int MAX_ROWS_A_MONTH = 1_000;

  private static final int MONTHS = 36;
  private static final String OTHERS = "(others)";

  private SavingsTable() {}

  /// @param signer the operator's name for the signer
  /// @param token the product token
  static int arrived(SqliteSession session, String signer, String token, Instant at, long received)
      throws SQLException {
    return add(session, new Crawler(signer, token), at, 1, 0, 0, 0, received, 0);
  }

  static int ended(SqliteSession session, VisitKey key, Instant at, VisitTally tally)
      throws SQLException {
    var crawler = crawler(session, key);
    return crawler.isEmpty()
        ? 0
        : add(
            session,
            crawler.get(),
            at,
            0,
            tally.pages(),
            tally.pageBytes(),
            tally.gzipBytes(),
            0,
            0);
  }

  static int sent(SqliteSession session, VisitKey key, Instant at, long bytes) throws SQLException {
    var crawler = crawler(session, key);
    return crawler.isEmpty() ? 0 : add(session, crawler.get(), at, 0, 0, 0, 0, 0, bytes);
  }

  private static int add(
      SqliteSession session,
      Crawler crawler,
      Instant at,
      long visits,
      long pages,
      long pageBytes,
      long gzipBytes,
      long received,
      long sent)
      throws SQLException {
    var month = month(at);
    return session.update(
        "INSERT INTO saved (month, crawler, token, visits, pages, page_bytes, gzip_bytes, received,"
            + " sent) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (month, crawler, token) DO"
            + " UPDATE SET visits = visits + excluded.visits, pages = pages + excluded.pages,"
            + " page_bytes = page_bytes + excluded.page_bytes, gzip_bytes = gzip_bytes +"
            + " excluded.gzip_bytes, received = received + excluded.received, sent = sent +"
            + " excluded.sent",
        month,
        crawler.name(),
        token(session, month, crawler),
        visits,
        pages,
        pageBytes,
        gzipBytes,
        received,
        sent);
  }

  /// A signer with one of its product tokens.
  private record Crawler(String name, String token) {}

  /// The crawler of a stored visit.
  private static Optional<Crawler> crawler(SqliteSession session, VisitKey key)
      throws SQLException {
    return session.first(
        row -> new Crawler(row.getString("name"), row.getString("token")),
        "SELECT coalesce(signer.name, visit.owner) AS name, token FROM visit"
            + " LEFT JOIN signer USING (owner) WHERE owner = ? AND agent = ?",
        key.owner(),
        key.agentId());
  }

  private static String token(SqliteSession session, String month, Crawler crawler)
      throws SQLException {
    boolean isThere =
        session.exists(
            "SELECT 1 FROM saved WHERE month = ? AND crawler = ? AND token = ?",
            month,
            crawler.name(),
            crawler.token());
    return isThere
            || session.number("SELECT count(*) FROM saved WHERE month = ?", month)
                < MAX_ROWS_A_MONTH
        ? crawler.token()
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
