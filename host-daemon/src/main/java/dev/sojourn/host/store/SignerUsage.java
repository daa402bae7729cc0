package dev.sojourn.host.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// The sums of all visits of one signer on a day of UTC.
///
/// @param visits agents taken in
/// @param pages pages read
/// @param pageBytes bytes of their bodies
/// @param cpu processor time
public record SignerUsage(long visits, long pages, long pageBytes, Duration cpu) {
  /// Nothing yet.
  public static final SignerUsage NONE = new SignerUsage(0, 0, 0, Duration.ZERO);

  /// {@return one agent taken in}
  public static SignerUsage oneVisit() {
    return new SignerUsage(1, 0, 0, Duration.ZERO);
  }

  /// {@return the time from now until the next day begins}
  ///
  /// @param now the time
  public static Duration untilTomorrow(Instant now) {
    var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    return Duration.between(now, today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }

  private static long day(Instant at) {
    return LocalDate.ofInstant(at, ZoneOffset.UTC).toEpochDay();
  }

  static SignerUsage read(Session session, String signer, Instant at) throws SQLException {
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
        .orElse(NONE);
  }

  int add(Session session, String signer, Instant at) throws SQLException {
    return session.update(
        "INSERT INTO usage (signer, day, visits, pages, page_bytes, cpu_millis)"
            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (signer, day) DO UPDATE SET"
            + " visits = visits + excluded.visits, pages = pages + excluded.pages,"
            + " page_bytes = page_bytes + excluded.page_bytes,"
            + " cpu_millis = cpu_millis + excluded.cpu_millis",
        signer,
        day(at),
        visits,
        pages,
        pageBytes,
        cpu.toMillis());
  }

  static int forgetBefore(Session session, Instant now) throws SQLException {
    return session.update("DELETE FROM usage WHERE day < ?", day(now) - 1);
  }
}
