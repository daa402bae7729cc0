package dev.sojourn.lab.link;

import java.time.Duration;

/// A time in which a link passes nothing on.
///
/// @param at its begin, counted from the begin of the crawl
/// @param length its length, more than nothing
public record Outage(Duration at, Duration length) {
  /// Checks the times.
  public Outage {
    if (at.isNegative() || !length.isPositive()) {
      throw new IllegalArgumentException(
          "outage: " + at + ", " + length + " (expected: a time not negative, a length above 0)");
    }
  }

  /// {@return its end, counted from the begin of the crawl}
  public Duration end() {
    return at.plus(length);
  }
}
