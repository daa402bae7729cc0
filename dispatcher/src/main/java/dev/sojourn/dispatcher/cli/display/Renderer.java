package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.crawl.local.report.CrawlListener;
import java.time.Duration;

/// A way to show a crawl. It hears of each change when the [CrawlProgress] has taken notice of it.
/// Used under the lock of its display.
sealed interface Renderer extends CrawlListener permits LiveRenderer, LineRenderer {

  /// {@return the time between two calls of [#look]}
  Duration every();

  /// Shows what is due now.
  void look();

  /// Leaves only the lines that stay.
  void end();
}
