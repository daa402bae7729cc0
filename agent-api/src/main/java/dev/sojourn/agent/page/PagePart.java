package dev.sojourn.agent.page;

import java.util.Collection;
import java.util.stream.Collectors;

/// A view of a page: a kind of content that an agent may request. Each view has bounds, since a
/// small page can be written to give a very large result.
public enum PagePart {
  /// All views of elements: parsing stopped early, since it took too long or too much memory, or
  /// met unreadable content. The elements before this place are available.
  MARKUP("markup"),
  /// The title: its first 65,536 characters.
  TITLE("title"),
  /// The headings: the first 10,000, and the first 1,048,576 characters of all.
  HEADINGS("headings"),
  /// The visible text: its first 8,388,608 characters.
  TEXT("text"),
  /// The links, including feeds: the first 100,000; the first 4,194,304 characters of all URLs and
  /// texts. Resolving them may join at most 33,554,432 characters.
  LINKS("links"),
  /// The places of links: the first [LinkContext#MAX_PLACES], within the limits of [#LINKS].
  LINK_CONTEXTS("link contexts"),
  /// The `meta` elements: the first 10,000, and the first 1,048,576 characters of all.
  METAS("metas"),
  /// The structured data: the first 1,000 scripts, and the first 4,194,304 characters of all.
  STRUCTURED_DATA("structured data"),
  /// The tree: the first 200,000 elements and 1,000,000 attributes; the first 8,388,608 characters
  /// of all texts, and as many of the values of all attributes.
  TREE("tree");

  private final String words;

  PagePart(String words) {
    this.words = words;
  }

  /// {@return whether the shortened views include links, so that links of the page are missing}
  ///
  /// @param shortened views that were read in part
  public static boolean haveLinks(Collection<PagePart> shortened) {
    return shortened.contains(LINKS) || shortened.contains(MARKUP);
  }

  /// {@return its name in a sentence}
  public String words() {
    return words;
  }

  /// {@return the names of several views, in a sentence}
  ///
  /// @param views in the order in which they are named
  public static String words(Collection<PagePart> views) {
    return views.stream().map(PagePart::words).collect(Collectors.joining(", "));
  }
}
