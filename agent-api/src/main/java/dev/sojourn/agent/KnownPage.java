package dev.sojourn.agent;

import java.util.Optional;

/// A page as it was read once: enough to ask for it again and to learn whether it changed.
///
/// @param url the URL to ask for, normalised
/// @param end the page's own URL, at the end of redirects from `url`
/// @param print of the page; empty if only the URL is known, or the page must be read in any case
/// @param validators that its source gave
public record KnownPage(
    String url, Optional<String> end, Optional<PagePrint> print, PageValidators validators) {

  /// {@return a page that is known by its URL alone}
  ///
  /// @param url normalised
  public static KnownPage unread(String url) {
    return new KnownPage(url, Optional.empty(), Optional.empty(), PageValidators.NONE);
  }

  /// {@return the URL of the page itself}
  public String own() {
    return end.orElse(url);
  }

  /// {@return whether a page is still as it was: at the same URL, with the same body, and with the
  /// same fields that say what it is and what robots may do with it}
  ///
  /// @param page as it is now
  public boolean isStill(Page page) {
    return print.isPresent() && own().equals(page.url()) && print.equals(page.known().print());
  }
}
