package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/// The summary of a site as a whole.
///
/// @param site the origin
/// @param robots the status of its robots.txt
/// @param sentence the result of reading robots.txt
/// @param disallowedStarts start URLs that its robots.txt does not allow
/// @param content the kind of content that was read there
/// @param remarks notable facts and next steps about the site, one sentence each
/// @param http the HTTP versions of answers to visits from home in this run, such as `HTTP/2`
/// @param movedTo the URL to which a start URL redirects and whose site is crawled in its place;
///   empty if there is none
/// @param hasRobotsErrors whether some of its robots.txt has no effect; omitted from JSON
public record SiteSummary(
    String site,
    RobotsStanding robots,
    String sentence,
    List<String> disallowedStarts,
    SiteContent content,
    List<String> remarks,
    List<String> http,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String movedTo,
    @JsonIgnore boolean hasRobotsErrors) {
  /// Copies the lists.
  public SiteSummary {
    disallowedStarts = List.copyOf(disallowedStarts);
    remarks = List.copyOf(remarks);
    http = List.copyOf(http);
  }

  /// The summary of a site that did not move.
  ///
  /// @param site the origin
  /// @param robots the status of its robots.txt
  /// @param sentence the result of reading robots.txt
  /// @param disallowedStarts start URLs that its robots.txt does not allow
  /// @param content the kind of content that was read there
  /// @param remarks notable facts and next steps about the site
  /// @param http the HTTP versions of answers
  /// @param hasRobotsErrors whether some of its robots.txt has no effect
  public SiteSummary(
      String site,
      RobotsStanding robots,
      String sentence,
      List<String> disallowedStarts,
      SiteContent content,
      List<String> remarks,
      List<String> http,
      boolean hasRobotsErrors) {
    this(site, robots, sentence, disallowedStarts, content, remarks, http, "", hasRobotsErrors);
  }
}
