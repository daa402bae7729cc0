package dev.sojourn.samples.survey;

import java.util.List;
import java.util.Map;

/// The description of a site, or of one agent's part of it. Lists of examples have at most ten
/// entries. Maps have at most fifty labels, and `other` counts the rest.
///
/// @param site the origin
/// @param pages how many pages were read, HTML or not
/// @param bytes the size of their bodies
/// @param largest the largest page; empty in a survey without pages
/// @param mediaTypes pages by media type
/// @param languages HTML pages by declared language; `none` for pages without one
/// @param untitled HTML pages without a title
/// @param untitledPages examples of untitled pages
/// @param noindex HTML pages with `noindex`
/// @param structuredData HTML pages with JSON-LD
/// @param permits pages by use that the site or the page permits
/// @param denies pages by use that the site or the page denies
/// @param licences pages by licence
/// @param broken linked URLs whose page is missing
/// @param brokenLinks examples of broken links
/// @param closed linked URLs that robots.txt disallows
public record SiteSurvey(
    String site,
    int pages,
    long bytes,
    String largest,
    Map<String, Integer> mediaTypes,
    Map<String, Integer> languages,
    int untitled,
    List<String> untitledPages,
    int noindex,
    int structuredData,
    Map<String, Integer> permits,
    Map<String, Integer> denies,
    Map<String, Integer> licences,
    int broken,
    List<DeadEnd> brokenLinks,
    int closed) {
  /// Copies the lists.
  public SiteSurvey {
    untitledPages = List.copyOf(untitledPages);
    brokenLinks = List.copyOf(brokenLinks);
  }

  /// A link to a missing page.
  ///
  /// @param url the missing page
  /// @param status the HTTP status, such as 404; 0 if no answer came
  /// @param foundOn the first page that links to it; empty text if unknown
  public record DeadEnd(String url, int status, String foundOn) {}
}
