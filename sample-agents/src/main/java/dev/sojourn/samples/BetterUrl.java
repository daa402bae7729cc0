package dev.sojourn.samples;

import dev.sojourn.agent.Page;

/// A better URL for a page that was reported before: one at which the site serves an equal body.
///
/// @param digest as in the [IndexedPage]
/// @param betterUrl the URL to keep the page under from now on, normalised
public record BetterUrl(String digest, String betterUrl) {

  /// Reads a page.
  ///
  /// @param page an HTML page with a body that was reported before
  /// @return its URL
  public static BetterUrl of(Page page) {
    return new BetterUrl(IndexedPage.digest(page), page.url());
  }
}
