package dev.sojourn.fetch.site;

import dev.sojourn.base.text.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/// Reads the Retry-After field (RFC 9110, 10.2.3): seconds, or a date, also in the obsolete forms
/// (5.6.7).
final class RetryAfter {
  private static final int MAX_DIGITS = 9;

  private RetryAfter() {}

  /// {@return the time to wait from now, never negative; empty if the value has neither form}
  static Optional<Duration> parse(String value, Instant now) {
    var text = value.strip();
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      var digits = text.replaceFirst("^0+(?=.)", "");
      return Optional.of(
          Duration.ofSeconds(
              digits.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(digits)));
    }
    return HttpDate.read(text)
        .map(moment -> Duration.between(now, moment))
        .map(wait -> wait.isNegative() ? Duration.ZERO : wait);
  }
}
