package dev.sojourn.fetch.answer;

import dev.sojourn.base.text.HttpDate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Reads how long a cache may use an HTTP answer (RFC 9111, 4.2).
public final class CacheTime {
  private static final String MAX_AGE = "max-age=";

  private CacheTime() {}

  /// {@return the time for which the answer may be used from now on; zero if it may not be kept or
  /// needs a new request each time; empty if it does not say}
  ///
  /// @param answer of the site
  /// @param now the time of the answer if it has no Date field
  public static Optional<Duration> of(AnswerHead answer, Instant now) {
    var directives = directives(answer);
    if (directives.contains("no-store") || directives.contains("no-cache")) {
      return Optional.of(Duration.ZERO);
    }
    var age = first(answer, "age").flatMap(CacheTime::seconds).orElse(Duration.ZERO);
    return directives.stream()
        .filter(directive -> directive.startsWith(MAX_AGE))
        .findFirst()
        .map(directive -> seconds(directive.substring(MAX_AGE.length()).replace("\"", "")))
        // An invalid time counts as passed (RFC 9111, 4.2.1).
        .map(said -> said.orElse(Duration.ZERO))
        .or(() -> untilExpires(answer, now))
        .map(life -> life.minus(age))
        .map(left -> left.isNegative() ? Duration.ZERO : left);
  }

  private static List<String> directives(AnswerHead answer) {
    var field = String.join(",", answer.all("cache-control"));
    return List.of(field.toLowerCase(Locale.ROOT).replaceAll("[ \t]", "").split(",", -1));
  }

  /// An invalid date counts as passed (RFC 9111, 5.3).
  private static Optional<Duration> untilExpires(AnswerHead answer, Instant now) {
    var sent = first(answer, "date").flatMap(HttpDate::read).orElse(now);
    return first(answer, "expires")
        .map(text -> HttpDate.read(text).map(end -> Duration.between(sent, end)))
        .map(said -> said.orElse(Duration.ZERO));
  }

  /// More than nine digits, over thirty years, count as 999,999,999 s.
  private static Optional<Duration> seconds(String text) {
    var digits = text.strip();
    if (!digits.matches("[0-9]{1,20}")) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofSeconds(digits.length() > 9 ? 999_999_999 : Long.parseLong(digits)));
  }

  private static Optional<String> first(AnswerHead answer, String name) {
    return answer.all(name).stream().findFirst();
  }
}
