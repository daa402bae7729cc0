package dev.sojourn.crawl.local.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sojourn.base.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CrawlTimeTest {
  @TempDir private Path directory;
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-05-01T10:00:00Z"));

  private CrawlStore open() throws IOException {
    return CrawlStore.open(directory.resolve("crawl.db"));
  }

  private CrawlTime begin(CrawlStore store) throws IOException {
    var time = new CrawlTime(store, now::get);
    pass(100);
    time.begin();
    return time;
  }

  private void pass(long seconds) {
    now.updateAndGet(before -> before.plusSeconds(seconds));
  }

  private static Duration seconds(long seconds) {
    return Duration.ofSeconds(seconds);
  }

  @BeforeEach
  void beginACrawl() throws IOException {
    try (var store = open()) {
      store.begin(CrawlStoreTest.HEADER, Bytes.EMPTY, List.of());
    }
  }

  @Test
  void runsThatEndAreCountedOnceAndTheTimeBetweenThemIsNot() throws IOException {
    try (var store = open()) {
      var time = begin(store);
      pass(3);
      time.note();
      pass(1);
      assertThat(time.total()).isEqualTo(seconds(4));
      time.end();
      pass(50);
      time.note();
      assertThat(time.total()).isEqualTo(seconds(4));
    }
    try (var store = open()) {
      var time = begin(store);
      pass(2);
      time.end();
      assertThat(time.total()).isEqualTo(seconds(6));
    }
  }

  @Test
  void aRunThatWasKilledCountsUntilItsLastEvent() throws IOException {
    try (var store = open()) {
      var time = begin(store);
      pass(3);
      time.note();
      pass(4);
      time.note();
      pass(1);
    }
    for (int i = 0; i < 2; i++) {
      try (var store = open()) {
        assertThat(begin(store).total()).isEqualTo(seconds(7));
      }
    }
  }
}
