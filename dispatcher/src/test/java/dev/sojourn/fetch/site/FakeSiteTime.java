package dev.sojourn.fetch.site;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Time that passes only while somebody sleeps.
final class FakeSiteTime implements PoliteSite.Time {
  private Instant now = Instant.parse("2026-11-21T12:00:00Z");
  private final List<Duration> slept = new ArrayList<>();

  @Override
  public synchronized Instant instant() {
    return now;
  }

  @Override
  public synchronized void sleep(Duration duration) {
    now = now.plus(duration);
    slept.add(duration);
  }

  synchronized void pass(Duration duration) {
    now = now.plus(duration);
  }

  synchronized List<Duration> slept() {
    return List.copyOf(slept);
  }
}
