package dev.sojourn.sandbox;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A page that an agent asks for. The agent's claims are unchecked, except the URL.
///
/// @param url the URL of the page
/// @param foundOn the page that links to it; empty if unknown
/// @param depth the number of links from a start URL of the visit to the page, 0 to 1,000,000;
///   empty if unknown
/// @param next the upcoming pages
/// @param known the earlier version of the page, if the agent wants the page only after a change
public record PageRequest(
    PageUrl url,
    Optional<PageUrl> foundOn,
    OptionalInt depth,
    NextPages next,
    Optional<KnownPage> known) {

  /// Creates a request for a page whether or not it has changed.
  ///
  /// @param url the URL of the page
  /// @param foundOn the page that links to it
  /// @param depth the number of links from a start URL to the page
  /// @param next the upcoming pages
  public PageRequest(PageUrl url, Optional<PageUrl> foundOn, OptionalInt depth, NextPages next) {
    this(url, foundOn, depth, next, Optional.empty());
  }

  /// Creates a request without upcoming pages.
  ///
  /// @param url the URL of the page
  /// @param foundOn the page that links to it
  /// @param depth the number of links from a start URL to the page
  public PageRequest(PageUrl url, Optional<PageUrl> foundOn, OptionalInt depth) {
    this(url, foundOn, depth, NextPages.NONE);
  }

  /// The pages that an agent will ask for next. The services may read them in advance.
  ///
  /// @param urls the URLs in the expected order, without duplicates
  /// @param held the validators for requests of some of these pages
  /// @param pages the number of further pages that the visit may request
  /// @param bytes the most bytes of their bodies together
  public record NextPages(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {
    /// No upcoming pages, so no page is read in advance.
    public static final NextPages NONE = new NextPages(List.of(), 0, 0);

    /// Copies list and map.
    public NextPages {
      urls = List.copyOf(urls);
      held = Map.copyOf(held);
    }

    /// Creates upcoming pages that are wanted whether or not they have changed.
    ///
    /// @param urls the URLs in the expected order
    /// @param pages the number of further pages that the visit may request
    /// @param bytes the most bytes of their bodies together
    public NextPages(List<PageUrl> urls, long pages, long bytes) {
      this(urls, Map.of(), pages, bytes);
    }
  }
}
