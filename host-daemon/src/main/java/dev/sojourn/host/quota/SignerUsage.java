package dev.sojourn.host.quota;

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
  /// An empty day.
  public static final SignerUsage NONE = new SignerUsage(0, 0, 0, Duration.ZERO);

  /// More than any day brings: no limit.
  public static final SignerUsage UNBOUNDED =
      new SignerUsage(
          Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE));

  /// {@return one agent taken in}
  public static SignerUsage oneVisit() {
    return new SignerUsage(1, 0, 0, Duration.ZERO);
  }

  /// {@return whether each of the sums is less than the limit}
  ///
  /// @param most the limits of all visits of the signer a day
  public boolean isBelow(SignerUsage most) {
    return visits < most.visits
        && pages < most.pages
        && pageBytes < most.pageBytes
        && cpu.compareTo(most.cpu) < 0;
  }

  /// {@return the time from now until the next day begins}
  ///
  /// @param now the time
  public static Duration untilTomorrow(Instant now) {
    var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
    return Duration.between(now, today.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());
  }
}
