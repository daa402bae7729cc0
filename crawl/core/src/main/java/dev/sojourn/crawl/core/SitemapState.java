package dev.sojourn.crawl.core;

import java.util.List;

/// The status of a site's sitemaps in its crawl. Sitemaps are read once all linked pages were
/// visited. Only then is it known which pages of the sitemaps have no link.
///
/// @param isDue whether the sitemaps still have to be read
/// @param isWhole false if another attempt at one of the sitemaps may give more
/// @param remarks one sentence for each omission, with its reason
public record SitemapState(boolean isDue, boolean isWhole, List<String> remarks) {
  /// A site without sitemaps.
  public static final SitemapState NONE = new SitemapState(false, true, List.of());

  /// Sitemaps that were not read yet.
  static final SitemapState DUE = new SitemapState(true, true, List.of());

  /// Copies the list.
  public SitemapState {
    remarks = List.copyOf(remarks);
  }

  /// The sitemaps of a resumed crawl: incomplete sitemaps are read again.
  SitemapState again() {
    return isWhole ? this : DUE;
  }
}
