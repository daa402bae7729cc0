package dev.sojourn.crawl.local.store;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PagePrint;
import dev.sojourn.agent.PageValidators;
import java.util.Optional;

/// A URL of a site that the rounds of a crawl before this one asked for or saw named.
///
/// @param url that was asked for, normalised
/// @param own the page's own URL; `url` if no redirect led elsewhere
/// @param print of the body, 16 hexadecimal digits; empty if no page is known
/// @param fields the print of its response fields; empty if no page or no such field is known
/// @param validators with which the page can be asked for again
/// @param agentId of the visit that read the page, and reported what counts of it; empty if no page
///   is known
/// @param gone in how many rounds, one after the other, there was no page
public record KnownRow(
    String url,
    String own,
    String print,
    String fields,
    PageValidators validators,
    String agentId,
    int gone) {

  /// {@return a URL without a known page}
  ///
  /// @param url normalised
  /// @param gone in how many rounds there was none
  public static KnownRow unread(String url, int gone) {
    return new KnownRow(url, url, "", "", PageValidators.NONE, "", gone);
  }

  /// {@return whether a page is known}
  public boolean isPage() {
    return !agentId.isEmpty();
  }

  /// {@return the same page, to be read even if it is unchanged}
  public KnownRow withoutFields() {
    return new KnownRow(url, own, print, "", validators, agentId, gone);
  }

  /// {@return the page as an agent gets it}
  ///
  /// @param isRead whether it is to be read even if it is unchanged
  /// @param hasValidators whether its validators are of use
  public KnownPage page(boolean isRead, boolean hasValidators) {
    var known = isRead ? Optional.<PagePrint>empty() : PagePrint.parse(print, fields);
    if (known.isEmpty()) {
      return KnownPage.unread(url);
    }
    Optional<String> end = own.equals(url) ? Optional.empty() : Optional.of(own);
    return new KnownPage(url, end, known, hasValidators ? validators : PageValidators.NONE);
  }
}
