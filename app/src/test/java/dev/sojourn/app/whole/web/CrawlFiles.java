package dev.sojourn.app.whole.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The files that a crawl leaves, as another program reads them.
///
/// @param summary of the crawl
/// @param log the lines of the crawl log that count, in their order
/// @param pages the findings about pages, by URL
public record CrawlFiles(JsonNode summary, List<JsonNode> log, Map<String, JsonNode> pages) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Reads the files of a crawl.
  ///
  /// @param out its directory
  public static CrawlFiles in(Path out) throws IOException {
    var log = new ArrayList<JsonNode>();
    for (var line : Files.readAllLines(out.resolve("urls.jsonl"))) {
      var entry = JSON.readTree(line);
      if (!entry.path("why").asText().equals("superseded")) {
        log.add(entry);
      }
    }
    var pages = new HashMap<String, JsonNode>();
    for (var line : Files.readAllLines(out.resolve("findings.jsonl"))) {
      var finding = JSON.readTree(line);
      if (finding.has("text")) {
        pages.put(finding.path("url").asText(), finding);
      }
    }
    return new CrawlFiles(JSON.readTree(out.resolve("summary.json").toFile()), log, pages);
  }

  /// {@return the finding about a page, or a missing node}
  public JsonNode page(String url) {
    return pages.getOrDefault(url, MissingNode.getInstance());
  }

  /// {@return the line about a URL that was asked for, or else the one that ended there, or a
  /// missing node}
  public JsonNode line(String url) {
    for (var member : List.of("url", "end")) {
      for (var entry : log) {
        if (entry.path(member).asText().equals(url)) {
          return entry;
        }
      }
    }
    return MissingNode.getInstance();
  }

  /// {@return the part of the summary about a site, or a missing node}
  public JsonNode site(String origin) {
    for (var site : summary.path("sites")) {
      if (site.path("site").asText().equals(origin)) {
        return site;
      }
    }
    return MissingNode.getInstance();
  }

  /// {@return the territories of a site}
  public List<JsonNode> territories(String origin) {
    var found = new ArrayList<JsonNode>();
    for (var territory : summary.path("territories")) {
      if (territory.path("site").asText().equals(origin)) {
        found.add(territory);
      }
    }
    return found;
  }
}
