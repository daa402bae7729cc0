package dev.sojourn.samples;

import dev.sojourn.agent.Page;

/// A better URL for a page that was reported before; the site serves an equal body there.
///
/// @param digest as in the [IndexedPage]
/// @param betterUrl the URL that replaces the earlier URL of the page, normalised
public record BetterUrl(String digest, String betterUrl) {

  /// Reads a page.
  ///
  /// @param page an HTML page whose body was reported before
  /// @return its URL
  public static BetterUrl of(Page page) {
    return new BetterUrl(IndexedPage.digest(page), page.url());
  }
}
