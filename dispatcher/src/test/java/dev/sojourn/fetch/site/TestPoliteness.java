package dev.sojourn.fetch.site;

import java.time.Duration;

/// Politeness of tests, which differs from another in one value.
public final class TestPoliteness {
  private TestPoliteness() {}

  static Politeness withConnections(Politeness usual, int count) {
    return of(usual, count, usual.patience());
  }

  /// {@return the same with more or less patience}
  ///
  /// @param usual all other values
  /// @param patience how long a site may give no answer before it counts as gone
  public static Politeness withPatience(Politeness usual, Duration patience) {
    return of(usual, usual.connections(), patience);
  }

  private static Politeness of(Politeness usual, int connections, Duration patience) {
    return new Politeness(
        connections,
        usual.delay(),
        usual.adaptiveFactor(),
        usual.maxAdaptiveDelay(),
        usual.maxCrawlDelay(),
        usual.retries(),
        usual.maxRetryAfter(),
        patience);
  }
}
