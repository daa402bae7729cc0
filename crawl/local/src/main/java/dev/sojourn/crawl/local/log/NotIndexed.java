package dev.sojourn.crawl.local.log;

import java.util.Locale;

/// The reason why a requested page is not in the index under its URL.
enum NotIndexed {
  /// No page was read; the outcome gives the reason.
  NO_PAGE,
  /// A later visit requested the URL again, or repeated the work of this visit.
  SUPERSEDED,
  /// The page forbids indexing.
  NOINDEX,
  /// A page with an equal body is in the index under another URL.
  SAME_BODY,
  /// The page is not HTML, and the agent reported nothing about it.
  NOT_HTML,
  /// The agent reported nothing about the page.
  NOT_REPORTED;

  /// The word in the crawl log.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
