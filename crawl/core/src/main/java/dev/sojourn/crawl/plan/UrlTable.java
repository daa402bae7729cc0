package dev.sojourn.crawl.plan;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.robots.Route;
import java.util.ArrayList;
import java.util.List;

/// The hosts that accept agents for given URLs: the table in section 4 of the Mobile-agent-server
/// draft.
///
/// @param rows in the order in which the URLs were given
public record UrlTable(List<Row> rows) {

  /// The text in the table if no host accepts agents.
  public static final String NOT_AVAILABLE = "not available";

  /// Copies the list.
  public UrlTable {
    rows = List.copyOf(rows);
  }

  /// One URL.
  ///
  /// @param url as it was given
  /// @param route the route by robots.txt
  /// @param isAllowed whether the product token may fetch it
  public record Row(String url, Route route, boolean isAllowed) {

    /// {@return the host, or [#NOT_AVAILABLE]}
    public String host() {
      return route instanceof Route.Host ? route.toString() : NOT_AVAILABLE;
    }
  }

  /// Looks up URLs. Only their paths and queries count, so that a robots.txt can be tried before it
  /// is published.
  ///
  /// @param urls absolute URLs, or paths that begin with `/`
  /// @param robots the rules
  /// @param productToken selects the group of robots.txt
  /// @return the table, with one row for each URL
  public static UrlTable of(List<String> urls, RobotsOutcome robots, String productToken) {
    var rows = new ArrayList<Row>();
    for (var url : urls) {
      var path =
          url.startsWith("/") ? url : PageUrl.parse(url).map(PageUrl::pathAndQuery).orElse(url);
      rows.add(
          new Row(url, robots.robots().route(path), robots.robots().allows(productToken, path)));
    }
    return new UrlTable(rows);
  }

  /// {@return the table as text: a header and one line for each URL}
  public String text() {
    int width = rows.stream().mapToInt(r -> r.url().length()).max().orElse(0);
    width = Math.max(width, 3) + 2;
    var out = new StringBuilder();
    line(out, "URL", "HOST", width);
    for (var row : rows) {
      line(out, row.url(), row.host(), width);
    }
    return out.toString();
  }

  private static void line(StringBuilder out, String left, String right, int width) {
    out.append(left).repeat(" ", width - left.length()).append(right).append('\n');
  }
}
