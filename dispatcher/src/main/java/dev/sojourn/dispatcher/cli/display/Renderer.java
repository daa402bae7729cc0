package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.crawl.local.report.CrawlListener;
import java.time.Duration;

/// A way to show a crawl. It receives each change after the [CrawlProgress] has recorded the
/// change. Used under the lock of its display.
sealed interface Renderer extends CrawlListener permits LiveRenderer, LineRenderer {

  /// {@return the time between two calls of [#look]}
  Duration every();

  /// Shows the output that is due now.
  void look();

  /// Removes all lines except the permanent ones.
  void end();
}
