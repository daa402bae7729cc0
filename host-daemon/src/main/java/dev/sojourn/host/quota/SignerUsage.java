package dev.sojourn.host.quota;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/// The sums of all visits of one signer on a day of UTC.
///
/// @param visits the number of agents accepted
/// @param pages the number of pages read
/// @param pageBytes the bytes of page bodies
/// @param cpu the processor time
public record SignerUsage(long visits, long pages, long pageBytes, Duration cpu) {
  /// The usage of a day without visits.
  public static final SignerUsage NONE = new SignerUsage(0, 0, 0, Duration.ZERO);

  /// The largest values, which mean no limit.
  public static final SignerUsage UNBOUNDED =
      new SignerUsage(
          Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE, Duration.ofMillis(Long.MAX_VALUE));

  /// {@return the usage of one accepted agent}
  public static SignerUsage oneVisit() {
    return new SignerUsage(1, 0, 0, Duration.ZERO);
  }

  /// {@return whether each sum is less than its limit}
  ///
  /// @param most the daily limits of all visits of the signer
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
