package dev.sojourn.agent.page;

/// A place where a page links to another page. Three links to one page are three places, but one
/// link in [dev.sojourn.agent.Page#links].
///
/// @param url the target page; absolute and normalised, without a fragment
/// @param element the element with the link: `a`, `area`, `frame`, `iframe`, `link` or `meta`
/// @param text the first [#MAX_TEXT_CHARS] characters of the element's text, white space folded
/// @param before the last [#MAX_AROUND_CHARS] characters of the same block before the element,
///   without white space at the ends
/// @param after the first [#MAX_AROUND_CHARS] characters of the same block after the element,
///   without white space at the ends
public record LinkContext(String url, String element, String text, String before, String after) {
  /// The most places that are listed of one page; later places are dropped.
  public static final int MAX_PLACES = 10_000;

  /// The most characters of the text of a link.
  public static final int MAX_TEXT_CHARS = 200;

  /// The most characters of the text before and after a link, each.
  public static final int MAX_AROUND_CHARS = 100;
}
