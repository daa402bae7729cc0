package dev.sojourn.identity;

import java.time.Duration;

/// The limits for the fetch of a [KeyDirectory].
///
/// @param maxBytes the most bytes of a directory; default 64 KiB
/// @param maxKeys the most keys of any kind; a directory with more is rejected; 1 to 1,000, default
///   64
/// @param time from the request to the end of the answer; default 10 s
public record DirectoryLimits(int maxBytes, int maxKeys, Duration time) {

  /// The largest value of `maxKeys`.
  public static final int MOST_KEYS = 1_000;

  /// The defaults.
  public static final DirectoryLimits DEFAULT =
      new DirectoryLimits(64 * 1024, 64, Duration.ofSeconds(10));

  /// Checks the ranges.
  ///
  /// @throws IllegalArgumentException if a value is out of its range
  public DirectoryLimits {
    if (maxBytes < 1 || maxKeys < 1 || maxKeys > MOST_KEYS || !time.isPositive()) {
      throw new IllegalArgumentException("directories: (expected: all positive, and 1,000 keys)");
    }
  }
}
