package dev.sojourn.crawl.local.store;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageValidators;
import java.util.Optional;

/// A URL of a site that earlier rounds of the crawl requested, or found as a page's own URL.
///
/// @param url the requested URL, normalised
/// @param own the page's own URL; equal to `url` unless a redirect led elsewhere
/// @param print the fingerprint of the body, 16 hexadecimal digits; empty if no page is known
/// @param fields the fingerprint of its response fields; empty if no page or no such field is known
/// @param validators for a conditional request of the page
/// @param agentId of the visit that read the page and reported the findings that count; empty if no
///   page is known
/// @param gone the number of consecutive rounds without a page
public record KnownRow(
    String url,
    String own,
    String print,
    String fields,
    PageValidators validators,
    String agentId,
    int gone) {

  /// {@return a row for a URL without a known page}
  ///
  /// @param url normalised
  /// @param gone the number of consecutive rounds without a page
  public static KnownRow unread(String url, int gone) {
    return new KnownRow(url, url, "", "", PageValidators.NONE, "", gone);
  }

  /// {@return whether a page is known}
  public boolean isPage() {
    return !agentId.isEmpty();
  }

  /// {@return the same page, marked to be read even if it is unchanged}
  public KnownRow withoutFields() {
    return new KnownRow(url, own, print, "", validators, agentId, gone);
  }

  /// {@return the page for an agent}
  ///
  /// @param isRead whether it must be read even if it is unchanged
  /// @param hasValidators whether its validators may be used
  public KnownPage page(boolean isRead, boolean hasValidators) {
    var known = isRead ? Optional.<PagePrint>empty() : PagePrint.parse(print, fields);
    if (known.isEmpty()) {
      return KnownPage.unread(url);
    }
    Optional<String> end = own.equals(url) ? Optional.empty() : Optional.of(own);
    return new KnownPage(url, end, known, hasValidators ? validators : PageValidators.NONE);
  }
}
