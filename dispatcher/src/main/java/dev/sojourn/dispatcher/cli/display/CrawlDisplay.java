package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import java.io.PrintWriter;
import java.util.Optional;

/// Shows a crawl under way, until it is finished.
public sealed interface CrawlDisplay extends CrawlListener, AutoCloseable
    permits LiveDisplay, PlainDisplay {

  /// Ends the display. The lines that stay are above the cursor, and the summary can follow. A
  /// second call changes nothing.
  void finish();

  @Override
  default void close() {
    finish();
  }

  /// {@return a display: where standard error is a terminal, a few lines that are drawn over; else,
  /// and where it is not wanted, a line for each change of state}
  ///
  /// Colours are left out where the environment variable `NO_COLOR` is set to anything.
  ///
  /// @param err standard error
  /// @param isLiveWanted whether the program leaves the terminal to the display
  static CrawlDisplay on(PrintWriter err, boolean isLiveWanted) {
    var window = isLiveWanted ? TerminalWindow.ofStandardError() : Optional.<TerminalWindow>empty();
    return window
        .<CrawlDisplay>map(w -> LiveDisplay.start(err, w, isColoured()))
        .orElseGet(() -> new PlainDisplay(err));
  }

  private static boolean isColoured() {
    var refusal = System.getenv("NO_COLOR");
    return refusal == null || refusal.isEmpty();
  }
}
