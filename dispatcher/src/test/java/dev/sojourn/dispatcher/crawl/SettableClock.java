package dev.sojourn.dispatcher.crawl;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/// A time of day that passes when a test says so.
final class SettableClock implements InstantSource {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-05-01T12:00:00Z"));

  void passes(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  @Override
  public Instant instant() {
    return now.get();
  }
}
