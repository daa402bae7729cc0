package dev.sojourn.lab.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/// What a demo came to, as `demo --json` prints it.
///
/// @param site the origin of the site while the demo ran
/// @param complete whether every territory was crawled to its end
/// @param pages pages fetched
/// @param findings findings gathered, one for each page in the index
/// @param territories the parts of the site, in the order of the plan
/// @param wireBytesMobile bytes to and from hosts, both directions
/// @param wireBytesClassic bytes to and from the web server, both directions
/// @param classicBytesAvoided what the bodies of the pages that hosts read would have cost over
///   HTTP with gzip
/// @param seconds from the first request to the last commit
/// @param search the demo's search and its hits
/// @param index the folder to search in
/// @param report the HTML report
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record DemoResult(
    String site,
    boolean complete,
    long pages,
    long findings,
    List<Part> territories,
    long wireBytesMobile,
    long wireBytesClassic,
    long classicBytesAvoided,
    double seconds,
    Found search,
    String index,
    String report) {

  /// Copies the list.
  DemoResult {
    territories = List.copyOf(territories);
  }

  /// A part of the site.
  ///
  /// @param path the path prefixes that it covers, without those cut out of them
  /// @param route the host's URL, `none` or `unspecified`
  /// @param routeLine the line of robots.txt that decided
  /// @param crawled `mobile` or `classic`
  /// @param pages pages fetched
  /// @param findings findings gathered
  /// @param wireBytes bytes over the network, both directions
  /// @param classicBytes what the bodies would have cost over HTTP with gzip
  /// @param reason why it was not crawled as planned, or not to the end
  @JsonInclude(JsonInclude.Include.NON_ABSENT)
  record Part(
      String path,
      String route,
      Optional<Integer> routeLine,
      String crawled,
      long pages,
      long findings,
      long wireBytes,
      long classicBytes,
      Optional<String> reason) {}

  /// A search and its best hits.
  ///
  /// @param query the words
  /// @param total how many pages match
  /// @param hits the best of them
  record Found(String query, long total, List<Hit> hits) {
    /// Copies the list.
    Found {
      hits = List.copyOf(hits);
    }
  }

  /// A page that was found.
  ///
  /// @param title its title
  /// @param url where it stands
  /// @param excerpt some of its text; empty where it asks for none
  record Hit(String title, String url, String excerpt) {}
}
