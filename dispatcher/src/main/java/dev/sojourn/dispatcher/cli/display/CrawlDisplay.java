package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.crawl.local.report.CrawlListener;
import java.io.PrintWriter;
import java.time.InstantSource;

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

  /// {@return a display} If standard error is a terminal, it draws over a few lines. Else it writes
  /// a line for each change of state, and one of the totals now and then. If the terminal is not
  /// left to it, it writes only the changes of state.
  ///
  /// Colours are left out if the environment variable `NO_COLOR` is set to anything.
  ///
  /// @param err standard error
  /// @param isLiveWanted whether the program leaves the terminal to the display
  static CrawlDisplay on(PrintWriter err, boolean isLiveWanted) {
    if (!isLiveWanted) {
      return new PlainDisplay(err, InstantSource.system());
    }
    return TerminalWindow.ofStandardError()
        .<CrawlDisplay>map(w -> LiveDisplay.start(err, w, isColoured()))
        .orElseGet(() -> PlainDisplay.start(err));
  }

  /// {@return whether a person reads standard error and types into standard input}
  static boolean isDialog() {
    return TerminalWindow.isDialog();
  }

  private static boolean isColoured() {
    var refusal = System.getenv("NO_COLOR");
    return refusal == null || refusal.isEmpty();
  }
}
