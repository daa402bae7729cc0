package dev.sojourn.robots.extension;

import java.time.Duration;
import java.time.LocalTime;
import java.util.Locale;
import java.util.Optional;

/// A Request-rate record: a number of requests in a period, such as `1/10s 1800-1900`.
///
/// @param requests the number of requests, at least 1
/// @param period the time for the requests; positive, at most a day
/// @param from the time of day (UTC) when the rate begins to apply; empty if it always applies
/// @param to the time of day (UTC) when it ceases to apply
public record RequestRate(
    int requests, Duration period, Optional<LocalTime> from, Optional<LocalTime> to) {

  /// Checks the rate.
  ///
  /// @throws IllegalArgumentException if the requests or the period are not positive
  public RequestRate {
    if (requests < 1 || period.isNegative() || period.isZero()) {
      throw new IllegalArgumentException(
          "rate: " + requests + "/" + period + " (expected: positive numbers)");
    }
  }

  /// Reads a value.
  ///
  /// @param value `requests/number`, a unit `s`, `m` or `h`, and optionally a space and `HHMM-HHMM`
  /// @return the rate; empty if it is malformed
  public static Optional<RequestRate> parse(String value) {
    var text = value.strip().replace('\t', ' ');
    int space = text.indexOf(' ');
    var rate = space < 0 ? text : text.substring(0, space);
    int slash = rate.indexOf('/');
    if (slash < 0) {
      return Optional.empty();
    }
    var rest = rate.substring(slash + 1).toLowerCase(Locale.ROOT);
    int unit = rest.isEmpty() ? -1 : "smh".indexOf(rest.charAt(rest.length() - 1));
    int requests = number(rate.substring(0, slash));
    int number = number(unit < 0 ? rest : rest.substring(0, rest.length() - 1));
    if (requests < 1 || number < 1) {
      return Optional.empty();
    }
    long seconds = (long) number * (unit == 1 ? 60 : unit == 2 ? 3600 : 1);
    var period = Duration.ofSeconds(Math.min(seconds, 86_400));
    if (space < 0) {
      return Optional.of(new RequestRate(requests, period, Optional.empty(), Optional.empty()));
    }
    var window = text.substring(space).strip();
    int dash = window.indexOf('-');
    if (dash < 0) {
      return Optional.empty();
    }
    var from = time(window.substring(0, dash));
    var to = time(window.substring(dash + 1));
    return from.isEmpty() || to.isEmpty()
        ? Optional.empty()
        : Optional.of(new RequestRate(requests, period, from, to));
  }

  /// {@return the time between two requests at this rate}
  public Duration interval() {
    return period.dividedBy(requests);
  }

  private static int number(String digits) {
    boolean valid = !digits.isEmpty() && digits.length() <= 7 && CrawlDelay.isDigits(digits);
    return valid ? Integer.parseInt(digits) : -1;
  }

  private static Optional<LocalTime> time(String text) {
    var digits = text.replace(":", "");
    if (digits.length() != 4 || !CrawlDelay.isDigits(digits)) {
      return Optional.empty();
    }
    int hour = Integer.parseInt(digits.substring(0, 2));
    int minute = Integer.parseInt(digits.substring(2));
    return hour > 23 || minute > 59 ? Optional.empty() : Optional.of(LocalTime.of(hour, minute));
  }
}
