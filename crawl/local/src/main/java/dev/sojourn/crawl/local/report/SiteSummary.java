package dev.sojourn.crawl.local.report;

import java.util.List;

/// The summary of a site as a whole.
///
/// @param site the origin
/// @param robots the standing of its robots.txt
/// @param sentence the result of reading robots.txt
/// @param disallowedStarts start URLs that its robots.txt does not allow
/// @param content the kind of content that was read there
/// @param remarks notable facts and next steps about the site, a sentence each
/// @param http the versions of HTTP in which visits from home had answers in this run, as `HTTP/2`
public record SiteSummary(
    String site,
    RobotsStanding robots,
    String sentence,
    List<String> disallowedStarts,
    SiteContent content,
    List<String> remarks,
    List<String> http) {
  /// Copies the lists.
  public SiteSummary {
    disallowedStarts = List.copyOf(disallowedStarts);
    remarks = List.copyOf(remarks);
    http = List.copyOf(http);
  }

  /// A site without pages fetched from home; the components are those of the record.
  ///
  /// @param site the origin
  /// @param robots the outcome of reading robots.txt
  /// @param sentence the same for people
  /// @param disallowedStarts start URLs that it does not allow
  /// @param content the kind of content
  /// @param remarks a sentence each
  public SiteSummary(
      String site,
      RobotsStanding robots,
      String sentence,
      List<String> disallowedStarts,
      SiteContent content,
      List<String> remarks) {
    this(site, robots, sentence, disallowedStarts, content, remarks, List.of());
  }
}
