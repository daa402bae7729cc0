package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonValue;

/// The kind of content that was read at a site.
public enum SiteContent {
  /// No page was read.
  NOTHING("nothing"),
  /// Pages were read, and all of them are known not to be HTML.
  NO_HTML("no html"),
  /// Pages were read, and some of them are or may be HTML.
  PAGES("pages");

  private final String word;

  SiteContent(String word) {
    this.word = word;
  }

  /// {@return the word in JSON}
  @JsonValue
  public String word() {
    return word;
  }
}
