package dev.sojourn.agent;

import java.util.Optional;

/// The record of a page that was read: enough to request it again and to detect a change.
///
/// @param url the URL to request, normalised
/// @param end the page's own URL, at the end of redirects from `url`
/// @param print of the page; empty if only the URL is known, or the page must always be read
/// @param validators from its source
public record KnownPage(
    String url, Optional<String> end, Optional<PagePrint> print, PageValidators validators) {

  /// {@return a page whose URL alone is known}
  ///
  /// @param url normalised
  public static KnownPage unread(String url) {
    return new KnownPage(url, Optional.empty(), Optional.empty(), PageValidators.NONE);
  }

  /// {@return the URL of the page itself}
  public String own() {
    return end.orElse(url);
  }

  /// {@return whether a page is unchanged: the same URL, body, type and rules for robots}
  ///
  /// @param page the current version
  public boolean isStill(Page page) {
    return print.isPresent() && own().equals(page.url()) && print.equals(page.known().print());
  }
}
