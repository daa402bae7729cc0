package dev.sojourn.samples;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import java.util.List;
import java.util.Optional;

/// What an index keeps of a page.
///
/// @param url the page's own URL, normalised
/// @param title the text of `<title>`; may be empty
/// @param headings the texts of `h1` to `h6` in document order
/// @param text the visible text
/// @param language the declared language, as a BCP 47 tag
/// @param links the URLs of outgoing links, in document order; none where the page says `nofollow`
/// @param snippet whether an excerpt of the text may be shown with a search result; the text itself
///   is for the index in either case
public record IndexedPage(
    String url,
    String title,
    List<String> headings,
    String text,
    Optional<String> language,
    List<String> links,
    boolean snippet) {

  /// Copies the lists.
  public IndexedPage {
    headings = List.copyOf(headings);
    links = List.copyOf(links);
  }

  /// Reads a page.
  ///
  /// @param page an HTML page that may be indexed
  /// @return what an index keeps of it
  public static IndexedPage of(Page page) {
    var asks = page.directives();
    return new IndexedPage(
        page.url(),
        page.title(),
        page.headings(),
        page.text(),
        page.language(),
        asks.nofollow() ? List.of() : page.links().stream().map(Link::url).toList(),
        !asks.nosnippet());
  }
}
