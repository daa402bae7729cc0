package dev.sojourn.dispatcher.cli.display;

import dev.sojourn.base.text.Messages;
import dev.sojourn.crawl.core.Place;
import dev.sojourn.crawl.local.report.TerritoryProgress;
import java.util.Locale;

/// The text about territories, for the user of a crawl.
final class TerritoryText {
  private TerritoryText() {}

  /// {@return the place where the pages of a territory are read}
  static String where(TerritoryProgress now) {
    return switch (now.place()) {
      case Place.Home _ -> "from here";
      case Place.Host(var url) -> "at " + url;
    };
  }

  /// {@return the number of pages that could not be read, after a comma; empty if there are none}
  static String unread(TerritoryProgress now) {
    return unread(now.unread());
  }

  /// {@return the number of pages that could not be read, after a comma; empty for 0}
  static String unread(long pages) {
    return pages == 0 ? "" : String.format(Locale.ROOT, ", %,d could not be read", pages);
  }

  /// {@return one territory in one line}
  static String line(TerritoryProgress now) {
    var line =
        "%s%s  %s (%s)  %s%s, %s, %s"
            .formatted(
                now.site(),
                now.path(),
                now.state().shown(),
                where(now),
                Messages.count(now.pages(), "page"),
                unread(now),
                Messages.count(now.findings(), "finding"),
                SummaryText.bytes(now.wireBytes()));
    return now.reason().isEmpty() ? line : line + "  (" + now.reason() + ")";
  }
}
