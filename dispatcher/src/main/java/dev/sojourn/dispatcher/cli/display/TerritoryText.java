package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.cli.Messages;
import dev.sojourn.dispatcher.crawl.report.TerritoryProgress;
import java.util.Locale;

/// The text for territories, in the words of a crawl's user.
final class TerritoryText {
  private TerritoryText() {}

  /// {@return the state of a territory as people read it}
  ///
  /// @param state as programs read it, in [TerritoryProgress#state]
  static String state(String state) {
    return switch (state) {
      case "waiting" -> "waiting for a link to it";
      case "untouched" -> "no link led to it";
      case "sending" -> "sending the agent";
      case "pausing" -> "waiting to send the agent again";
      case "visiting" -> "reading pages";
      case "holding" -> "waiting for further links to it";
      case "fetching home" -> "bringing the agent back";
      case "staying" -> "waiting for changes";
      default -> state;
    };
  }

  /// {@return where the pages of a territory are read}
  static String where(TerritoryProgress now) {
    return now.where().equals("home") ? "from here" : "at " + now.where();
  }

  /// {@return how many pages could not be read, with a comma before it; empty if there are none}
  static String unread(TerritoryProgress now) {
    return now.unread() == 0
        ? ""
        : String.format(Locale.ROOT, ", %,d could not be read", now.unread());
  }

  /// {@return one territory in one line}
  static String line(TerritoryProgress now) {
    var line =
        "%s%s  %s (%s)  %s%s, %s, %s"
            .formatted(
                now.site(),
                now.path(),
                state(now.state()),
                where(now),
                Messages.count(now.pages(), "page"),
                unread(now),
                Messages.count(now.findings(), "finding"),
                SummaryText.bytes(now.wireBytes()));
    return now.reason().isEmpty() ? line : line + "  (" + now.reason() + ")";
  }
}
