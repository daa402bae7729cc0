package dev.sojourn.robots.extension;

import java.time.Duration;
import java.util.Optional;

/// The value of a Crawl-delay record: seconds, decimals allowed.
public final class CrawlDelay {

  /// The longest delay, one day; a longer delay counts as this.
  public static final Duration LONGEST = Duration.ofDays(1);

  private CrawlDelay() {}

  /// Reads a value.
  ///
  /// @param value such as `10` or `0.5`
  /// @return the delay, to the millisecond; empty if the value is not a number
  public static Optional<Duration> parse(String value) {
    int dot = value.indexOf('.');
    var whole = dot < 0 ? value : value.substring(0, dot);
    var fraction = dot < 0 ? "" : value.substring(dot + 1);
    boolean number =
        isDigits(whole) && isDigits(fraction) && whole.length() + fraction.length() > 0;
    if (!number || value.length() > 64) {
      return Optional.empty();
    }
    if (whole.length() > 9) {
      return Optional.of(LONGEST);
    }
    long seconds = whole.isEmpty() ? 0 : Long.parseLong(whole);
    long millis = Long.parseLong((fraction + "000").substring(0, 3));
    var delay = Duration.ofMillis(seconds * 1000 + millis);
    return Optional.of(delay.compareTo(LONGEST) > 0 ? LONGEST : delay);
  }

  static boolean isDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }
}
