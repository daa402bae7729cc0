package dev.sojourn.atp.agent;

import java.time.Duration;

/// What the owner asks a visit to spend at most. The host may grant less.
///
/// @param time wall-clock time of the visit; whole milliseconds count
/// @param pages pages that may be fetched
/// @param pageBytes bytes of page bodies that may be read
/// @param findings findings that may be reported
public record PassportLimits(Duration time, long pages, long pageBytes, long findings) {

  /// Checks that nothing is negative.
  ///
  /// @throws IllegalArgumentException if something is
  public PassportLimits {
    if (time.isNegative() || pages < 0 || pageBytes < 0 || findings < 0) {
      throw new IllegalArgumentException(
          "limits: "
              + time
              + ", "
              + pages
              + ", "
              + pageBytes
              + ", "
              + findings
              + " (expected: nothing negative)");
    }
  }
}
