package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.http.Politeness;
import dev.sojourn.dispatcher.store.CrawlStore;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/// The politeness that a crawl was begun with. It is kept with the crawl, and holds when the crawl
/// is resumed unless it is given again.
final class KeptPoliteness {
  private static final String DELAY = "delay-millis";

  private KeptPoliteness() {}

  /// The settings of a crawl, with the politeness that was kept where none is given.
  static CrawlSettings of(CrawlRequest request, CrawlStore store) throws IOException {
    var settings = request.settings();
    if (settings.sites().politeness().isPresent()) {
      var delay = settings.sites().politeness().get().delay();
      store.keepSetting(DELAY, String.valueOf(delay.toMillis()));
      return settings;
    }
    var kept = request.isResumed() ? store.setting(DELAY) : Optional.<String>empty();
    if (kept.isEmpty()) {
      return settings;
    }
    try {
      var delay = Duration.ofMillis(Long.parseLong(kept.get()));
      return settings.withPoliteness(Politeness.standard().withDelay(delay));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "The store of the crawl is damaged; crawl again into another directory.", e);
    }
  }
}
