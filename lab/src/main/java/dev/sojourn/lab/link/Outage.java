package dev.sojourn.lab.link;

import java.time.Duration;

/// A period during which a link passes no bytes.
///
/// @param at start of the outage, from the start of the crawl
/// @param length of the outage, positive
public record Outage(Duration at, Duration length) {
  /// Checks the times.
  public Outage {
    if (at.isNegative() || !length.isPositive()) {
      throw new IllegalArgumentException(
          "outage: " + at + ", " + length + " (expected: a time not negative, a length above 0)");
    }
  }

  /// {@return the end of the outage, from the start of the crawl}
  public Duration end() {
    return at.plus(length);
  }
}
