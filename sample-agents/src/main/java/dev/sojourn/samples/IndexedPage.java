package dev.sojourn.samples;

import dev.sojourn.agent.Link;
import dev.sojourn.agent.Page;
import dev.sojourn.agent.PageUrl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// The part of a page that an index keeps. It has as much as fits into a finding, so that even a
/// long page can be found by its beginning.
///
/// @param url the page's own URL, normalised
/// @param textChars characters of the page's whole text, if `text` is only its beginning, so that
///   later words are not found. Placed right after the URL, so that a reader need not read the text
/// @param title the text of `<title>`; may be empty
/// @param headings the texts of `h1` to `h6` in document order
/// @param text the visible text
/// @param language the declared language, as a BCP 47 tag
/// @param links the URLs of outgoing links, in document order, without session identifiers; empty
///   if the page has `nofollow`
/// @param snippet whether a search result may show an excerpt of the text; the text is always for
///   the index
/// @param maxSnippet the most code points of an excerpt; empty if the page sets no limit
/// @param archive whether a copy of the text may be kept for display
/// @param unavailableAfter the moment from which search must not show the page
/// @param digest the beginning of the SHA-256 of the body, equal for pages with equal bodies
public record IndexedPage(
    String url,
    OptionalInt textChars,
    String title,
    List<String> headings,
    String text,
    Optional<String> language,
    List<String> links,
    boolean snippet,
    OptionalInt maxSnippet,
    boolean archive,
    Optional<Instant> unavailableAfter,
    String digest) {

  /// Hosts accept findings of 256 KiB unless their operator sets less; the remaining 1 KiB is for
  /// the names of the members, and a number.
  private static final int MAX_BYTES = 255 * 1024;

  private static final int MAX_TITLE_BYTES = 4 * 1024;
  private static final int MAX_LANGUAGE_BYTES = 64;
  private static final int MAX_HEADINGS_BYTES = 32 * 1024;
  private static final int MAX_LINKS_BYTES = 64 * 1024;

  /// Enough to distinguish the pages of a site: with a million pages, two agree in one of 40
  /// million sites.
  private static final int DIGEST_CHARS = 16;

  /// Copies the lists.
  public IndexedPage {
    headings = List.copyOf(headings);
    links = List.copyOf(links);
  }

  /// Reads a page.
  ///
  /// @param page an HTML page that may be indexed
  /// @return the finding for an index
  public static IndexedPage of(Page page) {
    var asks = page.directives();
    var links = asks.nofollow() ? List.<Link>of() : page.links();
    var room = new FindingRoom(MAX_BYTES);
    // The order matters: the text gets the room that the other parts leave.
    var url = room.text(page.url(), MAX_BYTES);
    var title = room.text(page.title(), MAX_TITLE_BYTES);
    var headings = room.texts(page.headings(), MAX_HEADINGS_BYTES);
    var language = page.language().map(tag -> room.text(tag, MAX_LANGUAGE_BYTES));
    var named = links.stream().map(IndexedPage::named).distinct().toList();
    var urls = room.texts(named, MAX_LINKS_BYTES);
    var whole = page.text();
    var text = room.text(whole, MAX_BYTES);
    return new IndexedPage(
        url,
        text.length() < whole.length() ? OptionalInt.of(whole.length()) : OptionalInt.empty(),
        title,
        headings,
        text,
        language,
        urls,
        !asks.nosnippet(),
        asks.maxSnippet(),
        !asks.noarchive(),
        asks.unavailableAfter(),
        digest(page));
  }

  /// The URL of a link without a session identifier, as a frontier follows it.
  private static String named(Link link) {
    var url = PageUrl.parse(link.url()).map(PageUrl::withoutSession);
    return url.map(PageUrl::toString).orElse(link.url());
  }

  /// {@return the beginning of the digest of a page's body}
  static String digest(Page page) {
    return page.digest().substring(0, Math.min(page.digest().length(), DIGEST_CHARS));
  }
}
