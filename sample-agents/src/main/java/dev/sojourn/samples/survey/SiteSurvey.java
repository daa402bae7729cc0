package dev.sojourn.samples.survey;

import java.util.List;
import java.util.Map;

/// The description of a site, or of the part of it that one agent may see. Lists of examples have
/// at most ten entries; maps have at most fifty, and `other` counts the rest.
///
/// @param site the origin
/// @param pages how many pages were read, HTML or not
/// @param bytes the size of their bodies
/// @param largest the largest page; empty in a survey without pages
/// @param mediaTypes pages by media type
/// @param languages HTML pages by the language that they declare; those that declare none are
///   `none`
/// @param untitled HTML pages without a title
/// @param untitledPages examples of them
/// @param noindex HTML pages that ask not to be indexed
/// @param structuredData HTML pages with JSON-LD
/// @param permits pages by each use that site or page permit
/// @param denies pages by each use that site or page deny
/// @param licences pages by the licences that they are under
/// @param broken linked URLs that lead to no page
/// @param brokenLinks examples of them
/// @param closed linked URLs that robots.txt closes
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

  /// A link that leads to no page.
  ///
  /// @param url the page that is missing
  /// @param status the HTTP status, as 404; 0 if no answer came
  /// @param foundOn the first page that links to it; empty if that is not known
  public record DeadEnd(String url, int status, String foundOn) {}
}
