package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;

/// The kind of content that was read at a site.
public enum SiteContent {
  /// No page was read.
  NOTHING("nothing"),
  /// Pages were read, and as far as is known none of them is HTML.
  NO_HTML("no html"),
  /// Pages were read.
  PAGES("pages");

  private final String word;

  SiteContent(String word) {
    this.word = word;
  }

  /// {@return the kind as programs read it}
  @JsonValue
  public String word() {
    return word;
  }
}
