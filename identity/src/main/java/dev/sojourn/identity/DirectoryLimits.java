package dev.sojourn.identity;

import java.time.Duration;

/// The limits for fetching a [KeyDirectory].
///
/// @param maxBytes the longest directory that is read; default 64 KiB
/// @param maxKeys how many keys of any kind may stand in it; more make it unreadable; 1 to 1,000,
///   default 64
/// @param time from the question to the end of the answer; default 10 s
public record DirectoryLimits(int maxBytes, int maxKeys, Duration time) {

  /// The most that `maxKeys` may be.
  public static final int MOST_KEYS = 1_000;

  /// The defaults.
  public static final DirectoryLimits DEFAULT =
      new DirectoryLimits(64 * 1024, 64, Duration.ofSeconds(10));

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if one is not in its range
  public DirectoryLimits {
    if (maxBytes < 1 || maxKeys < 1 || maxKeys > MOST_KEYS || !time.isPositive()) {
      throw new IllegalArgumentException("directories: (expected: all positive, and 1,000 keys)");
    }
  }
}
