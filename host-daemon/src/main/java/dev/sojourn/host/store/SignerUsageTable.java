package dev.sojourn.host.store;

import dev.sojourn.base.sql.SqliteSession;
import dev.sojourn.host.quota.SignerUsage;
import dev.sojourn.host.quota.SignerUse;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// The table of the spending of each signer's visits per day.
final class SignerUsageTable {
  private SignerUsageTable() {}

  static SignerUsage read(SqliteSession session, String signer, Instant at) throws SQLException {
    return session
        .first(
            row ->
                new SignerUsage(
                    row.getLong("visits"),
                    row.getLong("pages"),
                    row.getLong("page_bytes"),
                    Duration.ofMillis(row.getLong("cpu_millis"))),
            "SELECT visits, pages, page_bytes, cpu_millis FROM usage WHERE signer = ? AND day = ?",
            signer,
            day(at))
        .orElse(SignerUsage.NONE);
  }

  /// Adds to a signer's day, unless the addition is zero.
  static int add(SqliteSession session, SignerUse use) throws SQLException {
    var more = use.more();
    return more.equals(SignerUsage.NONE)
        ? 0
        : session.update(
            "INSERT INTO usage (signer, day, visits, pages, page_bytes, cpu_millis)"
                + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (signer, day) DO UPDATE SET"
                + " visits = visits + excluded.visits, pages = pages + excluded.pages,"
                + " page_bytes = page_bytes + excluded.page_bytes,"
                + " cpu_millis = cpu_millis + excluded.cpu_millis",
            use.signer(),
            day(use.at()),
            more.visits(),
            more.pages(),
            more.pageBytes(),
            more.cpu().toMillis());
  }

  static int forgetBefore(SqliteSession session, Instant now) throws SQLException {
    return session.update("DELETE FROM usage WHERE day < ?", day(now) - 1);
  }

  private static long day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
  }
}
