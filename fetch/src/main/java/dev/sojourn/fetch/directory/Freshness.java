package dev.sojourn.fetch.directory;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The time for which a directory is fresh (RFC 9111, 4.2), within bounds of our own. It is at
/// least a minute, so that a directory that forbids keeping it is not fetched for each request. It
/// is at most a day, so that a removed key is out of use by then.
final class Freshness {

  static final Duration LEAST = Duration.ofMinutes(1);
  static final Duration MOST = Duration.ofDays(1);

  // If the answer states no time, RFC 9111, 4.2.2, leaves it to the cache.
  private static final Duration USUAL = Duration.ofMinutes(10);

  private Freshness() {}

  static Duration of(HttpsAnswer.Got answer) {
    var control =
        String.join(",", answer.all("cache-control")).toLowerCase(Locale.ROOT).replace(" ", "");
    var directives = List.of(control.split(",", -1));
    if (directives.contains("no-store") || directives.contains("no-cache")) {
      return LEAST;
    }
    var age = number(answer.all("age").stream().findFirst().orElse("0")).orElse(Duration.ZERO);
    var life =
        directives.stream()
            .filter(d -> d.startsWith("max-age="))
            .findFirst()
            .flatMap(d -> number(d.substring("max-age=".length()).replace("\"", "")))
            .or(() -> untilExpires(answer))
            .orElse(USUAL);
    var left = life.minus(age);
    return left.compareTo(LEAST) < 0 ? LEAST : left.compareTo(MOST) > 0 ? MOST : left;
  }

  private static Optional<Duration> untilExpires(HttpsAnswer.Got answer) {
    var expires = answer.all("expires");
    if (expires.isEmpty()) {
      return Optional.empty();
    }
    var end = date(expires.getFirst());
    var begin = answer.all("date").stream().findFirst().flatMap(Freshness::date);
    return end.isEmpty() || begin.isEmpty()
        ? Optional.of(Duration.ZERO)
        : Optional.of(Duration.between(begin.get(), end.get()));
  }

  private static Optional<Instant> date(String text) {
    try {
      return Optional.of(
          ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException _) {
      return Optional.empty();
    }
  }

  private static Optional<Duration> number(String text) {
    return text.matches("[0-9]{1,9}")
        ? Optional.of(Duration.ofSeconds(Long.parseLong(text)))
        : Optional.empty();
  }
}
