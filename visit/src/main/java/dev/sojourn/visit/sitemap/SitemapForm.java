package dev.sojourn.visit.sitemap;

import java.util.Arrays;
import java.util.Optional;

/// The forms of sitemaps and feeds. Names of elements count without their namespaces, and only at
/// their depth: extensions nest other elements of the same names.
enum SitemapForm {
  URLS("urlset", "url", 2, "loc", "lastmod"),
  INDEX("sitemapindex", "sitemap", 2, "loc", "lastmod"),
  RSS("rss", "item", 3, "link", "pubDate"),
  ATOM("feed", "entry", 2, "link", "updated");

  private final String root;
  private final String entry;
  private final int entryDepth;
  private final String url;
  private final String date;

  SitemapForm(String root, String entry, int entryDepth, String url, String date) {
    this.root = root;
    this.entry = entry;
    this.entryDepth = entryDepth;
    this.url = url;
    this.date = date;
  }

  static Optional<SitemapForm> of(String root) {
    return Arrays.stream(values()).filter(form -> form.root.equals(root)).findFirst();
  }

  boolean isEntry(String name, int depth) {
    return depth == entryDepth && name.equals(entry);
  }

  boolean isUrl(String name, int depth) {
    return depth == entryDepth + 1 && name.equals(url);
  }

  boolean isDate(String name, int depth) {
    return depth == entryDepth + 1 && name.equals(date);
  }

  /// Whether it shows the latest pages alone.
  boolean isFeed() {
    return this == RSS || this == ATOM;
  }
}
