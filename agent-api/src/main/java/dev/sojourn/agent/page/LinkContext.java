package dev.sojourn.agent.page;

/// A place at which a page names another one. A page that is named three times has three places,
/// but one link in [dev.sojourn.agent.Page#links].
///
/// @param url the page that is named; absolute and normalised, without a fragment
/// @param element the element that names it: `a`, `area`, `frame`, `iframe`, `link` or `meta`
/// @param text the text within the element, white space folded; the first [#MAX_TEXT_CHARS]
///   characters of it
/// @param before the text of the same block that stands before it, without white space at its ends;
///   the last [#MAX_AROUND_CHARS] characters of it
/// @param after the text of the same block that stands behind it, without white space at its ends;
///   the first [#MAX_AROUND_CHARS] characters of it
public record LinkContext(String url, String element, String text, String before, String after) {
  /// The most places that are listed of one page; those behind them are left out.
  public static final int MAX_PLACES = 10_000;

  /// The most characters of the text of a link.
  public static final int MAX_TEXT_CHARS = 200;

  /// The most characters of the text before a link, and of that behind it.
  public static final int MAX_AROUND_CHARS = 100;
}
