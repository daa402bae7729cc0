package dev.sojourn.crawl.local.store;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The time that a crawl takes in all its runs. If a run was killed, the time until its last event
/// counts. Only [#note] may be called by any thread.
public final class CrawlTime {
  /// Name of the setting that has the time of the present run.
  static final String SETTING = "milliseconds-of-run";

  private static final String NONE = "0";

  private final CrawlStore store;
  private final InstantSource clock;
  private volatile Instant since;

  /// Opens the time of a crawl.
  ///
  /// @param store of the crawl
  /// @param clock that runs steadily
  public CrawlTime(CrawlStore store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
    this.since = clock.instant();
  }

  /// Begins a run. The time noted by an earlier run that did not end is added to the sum.
  ///
  /// @throws IOException if it cannot be kept
  public void begin() throws IOException {
    var before = store.setting(SETTING).map(Long::parseLong).orElse(0L);
    add(Duration.ofMillis(before));
    since = clock.instant();
  }

  /// Notes that the run goes on. To be called within a step of other writes, which costs no flush.
  ///
  /// @throws IOException if it cannot be kept
  public void note() throws IOException {
    store.keepSetting(SETTING, String.valueOf(run().toMillis()));
  }

  /// Ends the run.
  ///
  /// @throws IOException if it cannot be kept
  public void end() throws IOException {
    add(run());
    since = Instant.MAX;
  }

  /// {@return the time of all runs until now, the present one included}
  ///
  /// @throws IOException if it cannot be read
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
