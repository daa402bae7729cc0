package dev.sojourn.crawl.local.log;

import java.util.Locale;

/// The reason why a page that was asked for is not in the index under its URL.
enum NotIndexed {
  /// No page was read; the outcome says why.
  NO_PAGE,
  /// A later visit asked for the URL again, or did the work of this visit again.
  SUPERSEDED,
  /// The page asks not to be indexed.
  NOINDEX,
  /// A page with an equal body is in the index under another URL.
  SAME_BODY,
  /// The page is no HTML, and the agent reported nothing about it.
  NOT_HTML,
  /// The agent reported nothing of the page.
  NOT_REPORTED;

  /// The word in the crawl log.
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
