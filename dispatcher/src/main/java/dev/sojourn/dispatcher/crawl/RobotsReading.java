package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.http.RobotsFetcher;
import dev.sojourn.dispatcher.http.RobotsOutcome;
import dev.sojourn.dispatcher.http.WireTally;
import java.time.Duration;
import java.util.concurrent.Semaphore;

/// Reads the robots.txt of sites, of a few at a time. A file that could not be read is asked for
/// again, with growing pauses, as long as the crawl has patience: a status of 503 or 429, or no
/// answer in time, is often over in a few seconds. May be used by any thread.
final class RobotsReading {
  /// More would only wait for each other, for the network and for the name service.
  private static final int AT_ONCE = 64;

  /// First come, first served.
  private final Semaphore turns = new Semaphore(AT_ONCE, true);

  private final RobotsFetcher fetcher;
  private final Duration firstPause;
  private final Duration patience;
  private final Progress progress;

  RobotsReading(RobotsFetcher fetcher, CrawlSettings settings, Progress progress) {
    this.fetcher = fetcher;
    this.firstPause = settings.retryDelay();
    this.patience = settings.patience();
    this.progress = progress;
  }

  /// Reads the file of one site; blocks until it is known, or counts as unknown.
  RobotsOutcome read(String origin) throws InterruptedException {
    var waited = Duration.ZERO;
    for (var pause = firstPause; ; pause = pause.multipliedBy(2)) {
      var outcome = once(origin);
      waited = waited.plus(pause);
      if (outcome.kind() != RobotsOutcome.Kind.UNREACHABLE || waited.compareTo(patience) > 0) {
        return outcome;
      }
      if (pause.equals(firstPause)) {
        progress.note(
            "%s/robots.txt gave no answer that could be used; it is asked for again for %d s."
                .formatted(origin, patience.toSeconds()));
      }
      // Others have their turn meanwhile.
      Thread.sleep(pause);
    }
  }

  private RobotsOutcome once(String origin) throws InterruptedException {
    turns.acquire();
    try {
      return fetcher.fetch(origin, new WireTally());
    } finally {
      turns.release();
    }
  }
}
