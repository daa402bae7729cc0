package dev.sojourn.lab.link;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/// The settings of an emulated link; each direction has them.
///
/// @param delay of each direction, not negative
/// @param bitsPerSecond rate of each direction; 0 is no limit
/// @param outages in the order of their begins
public record LinkSettings(Duration delay, long bitsPerSecond, List<Outage> outages) {
  /// A link without delay, limit and outages.
  public static final LinkSettings FREE = new LinkSettings(Duration.ZERO, 0, List.of());

  /// Checks the figures, and sorts the outages.
  public LinkSettings {
    if (delay.isNegative() || bitsPerSecond < 0) {
      throw new IllegalArgumentException(
          "link: " + delay + ", " + bitsPerSecond + " bit/s (expected: nothing negative)");
    }
    outages = outages.stream().sorted(Comparator.comparing(Outage::at)).toList();
  }

  /// {@return the same link without outages}
  public LinkSettings withoutOutages() {
    return new LinkSettings(delay, bitsPerSecond, List.of());
  }
}
