package dev.sojourn.fetch.sitemap;

import java.util.Arrays;
import java.util.Optional;

/// The XML forms of sitemaps and feeds. Names are compared in lower case and without prefixes.
/// Within an entry only its children count, because extensions nest elements with the same names.
enum SitemapForm {
  URLS("urlset", "url", "loc", "lastmod"),
  INDEX("sitemapindex", "sitemap", "loc", "lastmod"),
  RSS("rss", "item", "link", "pubdate"),
  RDF("rdf", "item", "link", "date"),
  ATOM("feed", "entry", "link", "updated");

  private final String root;
  private final String entry;
  private final String url;
  private final String date;

  SitemapForm(String root, String entry, String url, String date) {
    this.root = root;
    this.entry = entry;
    this.url = url;
    this.date = date;
  }

  static Optional<SitemapForm> of(String root) {
    return Arrays.stream(values()).filter(form -> form.root.equals(root)).findFirst();
  }

  boolean isRoot(String name) {
    return name.equals(root);
  }

  boolean isEntry(String name) {
    return name.equals(entry);
  }

  boolean isUrl(String name) {
    return name.equals(url);
  }

  /// Whether an element may name the page if the usual element does not.
  boolean isPermanentLink(String name) {
    return this == RSS && name.equals("guid");
  }

  boolean isDate(String name) {
    return name.equals(date);
  }

  /// Whether it lists only the latest pages.
  boolean isFeed() {
    return this == RSS || this == RDF || this == ATOM;
  }
}
