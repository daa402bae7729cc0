package dev.sojourn.robots.fetch;

import dev.sojourn.robots.Dialect;
import dev.sojourn.robots.RobotsOptions;
import java.time.Duration;

/// The choices that RFC 9309 leaves to the crawler in fetching robots.txt.
///
/// @param options how a file is read
/// @param maxRedirects how many redirects are followed, at least 5 (RFC 9309, 2.3.1.2)
/// @param longestAge how long a copy is fresh at most (RFC 9309, 2.4: 24 hours). In the 1996
///   dialect, only the fields of HTTP decide; without them, a copy is fresh for seven days
/// @param absentAfter how long a site must be unreachable before it may count as a site without
///   robots.txt (RFC 9309, 2.3.1.4: for example 30 days)
/// @param crawlAfterLongSilence whether it is then treated so; otherwise it stays disallowed
public record FetchSettings(
    RobotsOptions options,
    int maxRedirects,
    Duration longestAge,
    Duration absentAfter,
    boolean crawlAfterLongSilence) {

  /// The usual choices: lenient reading, five redirects, 24 hours, 30 days, and no crawl of a site
  /// that was unreachable for so long.
  public static final FetchSettings STANDARD =
      new FetchSettings(
          RobotsOptions.STANDARD, 5, Duration.ofHours(24), Duration.ofDays(30), false);

  /// The age of a copy by the 1996 draft, 3.4, without fields of HTTP.
  private static final Duration USUAL_AGE_OF_1996 = Duration.ofDays(7);

  /// The longest age that HTTP/1.1 permitted at the time of the 1996 draft (RFC 2068, 14.21).
  private static final Duration LONGEST_AGE_OF_1996 = Duration.ofDays(365);

  /// Checks the numbers.
  ///
  /// @throws IllegalArgumentException if fewer than five redirects are followed, or a duration is
  ///   negative
  public FetchSettings {
    if (maxRedirects < 5) {
      throw new IllegalArgumentException("maxRedirects: " + maxRedirects + " (expected: >= 5)");
    }
    if (longestAge.isNegative() || absentAfter.isNegative()) {
      throw new IllegalArgumentException(
          "longestAge: " + longestAge + ", absentAfter: " + absentAfter + " (expected: >= 0)");
    }
  }

  /// {@return these settings with other options for reading}
  ///
  /// @param other how a file is read
  public FetchSettings withOptions(RobotsOptions other) {
    return new FetchSettings(other, maxRedirects, longestAge, absentAfter, crawlAfterLongSilence);
  }

  boolean of1996() {
    return options.dialect() == Dialect.WEB_ROBOTS_CONTROL_1996;
  }

  /// How long a copy is fresh by the fields of HTTP. The bounds are needed since a server can send
  /// any number.
  Duration age(FetchAnswer.Response response) {
    var longest = of1996() ? LONGEST_AGE_OF_1996 : longestAge;
    var said = response.maxAge().orElse(of1996() ? USUAL_AGE_OF_1996 : longestAge);
    var notNegative = said.isNegative() ? Duration.ZERO : said;
    return notNegative.compareTo(longest) > 0 ? longest : notNegative;
  }
}
