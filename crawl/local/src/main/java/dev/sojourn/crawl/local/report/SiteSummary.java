package dev.sojourn.crawl.local.report;

import com.fasterxml.jackson.annotation.JsonIgnore;
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
/// @param hasRobotsErrors whether some of its robots.txt has no effect; omitted from JSON
public record SiteSummary(
    String site,
    RobotsStanding robots,
    String sentence,
    List<String> disallowedStarts,
    SiteContent content,
    List<String> remarks,
    List<String> http,
    @JsonIgnore boolean hasRobotsErrors) {
  /// Copies the lists.
  public SiteSummary {
    disallowedStarts = List.copyOf(disallowedStarts);
    remarks = List.copyOf(remarks);
    http = List.copyOf(http);
  }
}
