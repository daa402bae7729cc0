package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.dispatcher.crawl.report.CrawlListener;
import java.io.PrintWriter;

/// Shows a crawl under way.
public sealed interface CrawlDisplay extends CrawlListener permits LiveDisplay, PlainDisplay {

  /// Shows the last state and leaves the cursor below it.
  void finish();

  /// {@return a display: on a terminal a line for each territory, drawn anew as it changes; else a
  /// line for each change of state}
  ///
  /// @param out where to
  /// @param isTerminal whether that is a terminal
  static CrawlDisplay on(PrintWriter out, boolean isTerminal) {
    return isTerminal ? new LiveDisplay(out) : new PlainDisplay(out);
  }

  /// {@return whether standard error is a terminal that can move its cursor; the script that starts
  /// the program knows the first, and says it with the system property `sojourn.terminal`}
  static boolean isOnTerminal() {
    var kind = System.getenv("TERM");
    return Boolean.getBoolean("sojourn.terminal") && kind != null && !kind.equals("dumb");
  }
}
