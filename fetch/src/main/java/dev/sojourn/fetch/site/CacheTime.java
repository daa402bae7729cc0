package dev.sojourn.fetch.site;

import dev.sojourn.base.text.HttpDate;
import dev.sojourn.robots.fetch.Validators;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The part of an HTTP answer that speaks of its time in a cache (RFC 9111, 4.2).
final class CacheTime {
  private static final int MAX_VALIDATOR_CHARS = 1_024;
  private static final String MAX_AGE = "max-age=";

  private CacheTime() {}

  /// {@return for how long the answer may be used from now on; zero if it must not be kept, or must
  /// be asked for again each time; empty if the answer does not say}
  ///
  /// @param answer of the site
  /// @param now the time of the answer, if it names none itself
  static Optional<Duration> of(HttpReply.Answer answer, Instant now) {
    var directives = directives(answer);
    if (directives.contains("no-store") || directives.contains("no-cache")) {
      return Optional.of(Duration.ZERO);
    }
    var age = answer.header("age").flatMap(CacheTime::seconds).orElse(Duration.ZERO);
    return directives.stream()
        .filter(directive -> directive.startsWith(MAX_AGE))
        .findFirst()
        .map(directive -> seconds(directive.substring(MAX_AGE.length()).replace("\"", "")))
        // An invalid time is over (RFC 9111, 4.2.1).
        .map(said -> said.orElse(Duration.ZERO))
        .or(() -> untilExpires(answer, now))
        .map(life -> life.minus(age))
        .map(left -> left.isNegative() ? Duration.ZERO : left);
  }

  /// {@return the validators for a later conditional request; those that no request could carry are
  /// left out}
  ///
  /// @param answer of the site
  static Validators validators(HttpReply.Answer answer) {
    return new Validators(
        answer.header("etag").filter(CacheTime::isSendable),
        answer.header("last-modified").filter(CacheTime::isSendable));
  }

  private static List<String> directives(HttpReply.Answer answer) {
    var field = String.join(",", answer.headers().getOrDefault("cache-control", List.of()));
    return List.of(field.toLowerCase(Locale.ROOT).replaceAll("[ \t]", "").split(",", -1));
  }

  private static boolean isSendable(String value) {
    return !value.isEmpty()
        && value.length() <= MAX_VALIDATOR_CHARS
        && value.chars().allMatch(c -> c >= ' ' && c <= '~');
  }

  /// An invalid date means that the time is over (RFC 9111, 5.3).
  private static Optional<Duration> untilExpires(HttpReply.Answer answer, Instant now) {
    var sent = answer.header("date").flatMap(HttpDate::read).orElse(now);
    return answer
        .header("expires")
        .map(text -> HttpDate.read(text).map(end -> Duration.between(sent, end)))
        .map(said -> said.orElse(Duration.ZERO));
  }

  /// More digits than nine would be over thirty years.
  private static Optional<Duration> seconds(String text) {
    var digits = text.strip();
    if (!digits.matches("[0-9]{1,20}")) {
      return Optional.empty();
    }
    return Optional.of(
        Duration.ofSeconds(digits.length() > 9 ? 999_999_999 : Long.parseLong(digits)));
  }
}
