package dev.sojourn.app.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.sojourn.crawl.index.SearchResult;
import dev.sojourn.crawl.local.report.CrawlSummary;
import java.nio.file.Path;

/// The result of a demo.
///
/// @param site the origin of the site while the demo ran
/// @param crawl the result of the crawl
/// @param search the result of the demo's search
/// @param index the directory of the index
/// @param report the HTML report
record DemoResult(String site, CrawlSummary crawl, SearchResult search, Path index, Path report) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// {@return the output of `demo --json`: the members of `crawl --json`, and further ones}
  ObjectNode json() {
    ObjectNode json = JSON.valueToTree(crawl);
    var hits = json.putArray("hits");
    for (var hit : search.hits()) {
      hits.addObject()
          .put("rank", hit.rank())
          .put("title", hit.title())
          .put("url", hit.url())
          .put("excerpt", hit.excerpt().text());
    }
    json.put("query", search.query());
    json.put("index", index.toString());
    json.put("report", report.toString());
    return json;
  }
}
