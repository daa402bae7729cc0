package dev.sojourn.fetch.site;

import java.time.Duration;

/// The politeness of a crawl towards one site.
///
/// @param connections the limit of exchanges with the site at one time
/// @param delay the least time between the end of one exchange and the beginning of the next on the
///   same connection
/// @param adaptiveFactor the adaptive pause as a multiple of the time of the last answer; 0 for no
///   such pause. The longer of it and `delay` counts, up to `maxAdaptiveDelay`
/// @param maxAdaptiveDelay the longest adaptive pause
/// @param maxCrawlDelay the longest Crawl-delay; a longer one is cut to it and reported
/// @param retries the repeats of a request after status 429 or 503
/// @param maxRetryAfter the longest Retry-After that this crawl waits for; a longer one ends the
///   attempts
/// @param patience the time without an answer after which a site counts as gone
public record Politeness(
    int connections,
    Duration delay,
    double adaptiveFactor,
    Duration maxAdaptiveDelay,
    Duration maxCrawlDelay,
    int retries,
    Duration maxRetryAfter,
    Duration patience) {

  /// Checks the values.
  ///
  /// @throws IllegalArgumentException if there is no connection, or a value is negative
  public Politeness {
    if (connections < 1) {
      throw new IllegalArgumentException(
          "connections: " + connections + " (expected: at least one)");
    }
    requireNotNegative("delay", delay);
    requireNotNegative("maxAdaptiveDelay", maxAdaptiveDelay);
    requireNotNegative("maxCrawlDelay", maxCrawlDelay);
    requireNotNegative("maxRetryAfter", maxRetryAfter);
    requireNotNegative("patience", patience);
    if (!(adaptiveFactor >= 0)) {
      throw new IllegalArgumentException(
          "adaptiveFactor: " + adaptiveFactor + " (expected: zero or more)");
    }
    if (retries < 0) {
      throw new IllegalArgumentException("retries: " + retries + " (expected: zero or more)");
    }
  }

  /// {@return the politeness towards a site of others} It has one connection, a pause of 250 ms or
  /// of the last answer's time, a Crawl-delay up to 30 s, two retries and a minute of patience.
  public static Politeness standard() {
    return new Politeness(
        1,
        Duration.ofMillis(250),
        1,
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        2,
        Duration.ofMinutes(1),
        Duration.ofMinutes(1));
  }

  /// {@return the politeness for a site on this machine: one connection, and only the pause that
  /// the site asks for}
  public static Politeness loopback() {
    return standard().withDelay(Duration.ZERO);
  }

  /// {@return the politeness towards an origin: [#loopback] for `localhost` and loopback addresses,
  /// else [#standard]}
  ///
  /// @param origin scheme, host and non-default port
  public static Politeness towards(String origin) {
    return isOfThisMachine(origin) ? loopback() : standard();
  }

  /// {@return whether an origin is `localhost` or a loopback address}
  ///
  /// @param origin scheme, host and non-default port
  public static boolean isOfThisMachine(String origin) {
    var authority = origin.substring(origin.indexOf("://") + 3);
    int colon = authority.startsWith("[") ? authority.indexOf("]:") + 1 : authority.indexOf(':');
    var host = colon > 0 ? authority.substring(0, colon) : authority;
    return host.equals("localhost")
        || host.endsWith(".localhost")
        || host.equals("[::1]")
        || host.matches("127\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}");
  }

  /// {@return the same with a fixed pause in place of the adaptive one}
  ///
  /// @param fixed the time between two exchanges; zero for none
  public Politeness withDelay(Duration fixed) {
    return new Politeness(
        connections, fixed, 0, maxAdaptiveDelay, maxCrawlDelay, retries, maxRetryAfter, patience);
  }

  /// {@return the same with another limit of exchanges}
  ///
  /// @param other the limit of exchanges with the site at one time
  public Politeness withConnections(int other) {
    return new Politeness(
        other,
        delay,
        adaptiveFactor,
        maxAdaptiveDelay,
        maxCrawlDelay,
        retries,
        maxRetryAfter,
        patience);
  }

  private static void requireNotNegative(String name, Duration value) {
    if (value.isNegative()) {
      throw new IllegalArgumentException(name + ": " + value + " (expected: zero or more)");
    }
  }
}
