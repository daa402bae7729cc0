package dev.sojourn.agent;

import java.time.Duration;

/// The remaining budget of a visit. The visit is stopped when any part runs out.
///
/// @param time wall-clock time left, rounded up to whole seconds
/// @param pages pages that may still be fetched
/// @param bytes bytes of page bodies that may still be read
/// @param findings findings that may still be reported
public record Budget(Duration time, long pages, long bytes, long findings) {

  /// {@return whether anything has run out}
  public boolean isSpent() {
    return time.isZero() || time.isNegative() || pages <= 0 || bytes <= 0 || findings <= 0;
  }
}
