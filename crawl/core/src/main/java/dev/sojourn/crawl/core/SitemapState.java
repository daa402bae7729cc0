package dev.sojourn.crawl.core;

import java.util.List;

/// The sitemaps of a site as its crawl sees them. They are read once all that links lead to was
/// visited: then it is known which of their pages nothing else leads to.
///
/// @param isDue whether they are still to be read
/// @param isWhole whether none of them may be read better at another time
/// @param remarks what was left out of them, and why, a sentence each
public record SitemapState(boolean isDue, boolean isWhole, List<String> remarks) {
  /// A site without sitemaps.
  public static final SitemapState NONE = new SitemapState(false, true, List.of());

  /// Sitemaps that were not read yet.
  static final SitemapState DUE = new SitemapState(true, true, List.of());

  /// Copies the list.
  public SitemapState {
    remarks = List.copyOf(remarks);
  }

  /// The sitemaps of a crawl that gets another chance.
  SitemapState again() {
    return isWhole ? this : DUE;
  }
}
