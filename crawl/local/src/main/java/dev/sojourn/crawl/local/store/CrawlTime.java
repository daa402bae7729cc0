package dev.sojourn.crawl.local.store;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The total time of all runs of a crawl. A killed run counts until its last event. Only [#note]
/// may be called by any thread.
public final class CrawlTime {
  /// Name of the setting that holds the time of the present run.
  static final String SETTING = "milliseconds-of-run";

  private static final String NONE = "0";

  private final CrawlStore store;
  private final InstantSource clock;
  private volatile Instant since;

  /// Opens the time of a crawl.
  ///
  /// @param store of the crawl
  /// @param clock a steady clock
  public CrawlTime(CrawlStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.since = clock.instant();
  }

  /// Begins a run. If an earlier run did not end, its recorded time is added to the total.
  ///
  /// @throws IOException if the store cannot be written
  public void begin() throws IOException {
    var before = store.setting(SETTING).map(Long::parseLong).orElse(0L);
    add(Duration.ofMillis(before));
    since = clock.instant();
  }

  /// Records the time of the run so far. Call this within [CrawlStore#together], so that it needs
  /// no flush of its own.
  ///
  /// @throws IOException if the store cannot be written
  public void note() throws IOException {
    store.keepSetting(SETTING, String.valueOf(run().toMillis()));
  }

  /// Ends the run.
  ///
  /// @throws IOException if the store cannot be written
  public void end() throws IOException {
    add(run());
    since = Instant.MAX;
  }

  /// {@return the time of all runs so far, including the present one}
  ///
  /// @throws IOException if the store cannot be read
  public Duration total() throws IOException {
    return store.time().plus(run());
  }

  private Duration run() {
    var now = clock.instant();
    return since.isBefore(now) ? Duration.between(since, now) : Duration.ZERO;
  }

  private void add(Duration time) throws IOException {
    store.together(
        () -> {
          store.addTime(time);
          store.keepSetting(SETTING, NONE);
        });
  }
}
