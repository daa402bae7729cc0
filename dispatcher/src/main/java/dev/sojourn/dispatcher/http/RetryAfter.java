package dev.sojourn.dispatcher.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Reads the Retry-After field (RFC 9110, 10.2.3): seconds, or a date.
final class RetryAfter {
  private static final int MAX_DIGITS = 9;

  private RetryAfter() {}

  /// {@return how long to wait from now, never negative; empty if the value is neither form}
  static Optional<Duration> parse(String value, Instant now) {
    var text = value.strip();
    if (!text.isEmpty() && text.chars().allMatch(c -> c >= '0' && c <= '9')) {
      return Optional.of(
          Duration.ofSeconds(
              text.length() > MAX_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(text)));
    }
    try {
      var moment = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      var wait = Duration.between(now, moment);
      return Optional.of(wait.isNegative() ? Duration.ZERO : wait);
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }
}
