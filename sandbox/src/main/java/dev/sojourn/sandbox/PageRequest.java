package dev.sojourn.sandbox;

import dev.sojourn.agent.KnownPage;
import dev.sojourn.agent.PageUrl;
import dev.sojourn.agent.PageValidators;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// A page that an agent asks for. All but the URL is the agent's word alone.
///
/// @param url of the page
/// @param foundOn the page that links to it; empty if the agent does not say
/// @param depth how many links lead to it from a URL that the visit began with, 0 to 1,000,000;
///   empty if the agent does not say
/// @param next the pages to come
/// @param known the page as it was, if it is only wanted after a change
public record PageRequest(
    PageUrl url,
    Optional<PageUrl> foundOn,
    OptionalInt depth,
    NextPages next,
    Optional<KnownPage> known) {

  /// A request for a page in any case.
  ///
  /// @param url of the page
  /// @param foundOn the page that links to it
  /// @param depth how many links lead to it
  /// @param next the pages to come
  public PageRequest(PageUrl url, Optional<PageUrl> foundOn, OptionalInt depth, NextPages next) {
    this(url, foundOn, depth, next, Optional.empty());
  }

  /// A request without pages to come.
  ///
  /// @param url of the page
  /// @param foundOn the page that links to it
  /// @param depth how many links lead to it
  public PageRequest(PageUrl url, Optional<PageUrl> foundOn, OptionalInt depth) {
    this(url, foundOn, depth, NextPages.NONE);
  }

  /// The pages that an agent will ask for next. They may be read ahead, and need not be.
  ///
  /// @param urls in the order in which it says that it will ask for them; each is named once
  /// @param held the validators with which it will ask for some of them
  /// @param pages how many more the visit may ask for
  /// @param bytes how much more their bodies may have in all
  public record NextPages(
      List<PageUrl> urls, Map<PageUrl, PageValidators> held, long pages, long bytes) {
    /// No pages to come, so none is read ahead.
    public static final NextPages NONE = new NextPages(List.of(), 0, 0);

    /// Copies list and map.
    public NextPages {
      urls = List.copyOf(urls);
      held = Map.copyOf(held);
    }

    /// Pages that are wanted in any case.
    ///
    /// @param urls in their order
    /// @param pages how many more the visit may ask for
    /// @param bytes how much more their bodies may have in all
    public NextPages(List<PageUrl> urls, long pages, long bytes) {
      this(urls, Map.of(), pages, bytes);
    }
  }
}
