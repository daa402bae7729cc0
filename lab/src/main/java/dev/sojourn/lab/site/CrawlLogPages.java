package dev.sojourn.lab.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Counts the pages in the log of a crawl, `urls.jsonl` (docs/crawl.md).
public final class CrawlLogPages {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HTML = "text/html";

  private CrawlLogPages() {}

  /// Counts pages in the same way as the access log of a web server: URLs that were answered with
  /// status 200 and HTML, each once. Answers of hosts count too.
  ///
  /// @param directory of the crawl
  /// @return number of pages; 0 if the crawl left no log
  /// @throws IOException if the log cannot be read
  public static long count(Path directory) throws IOException {
    var file = directory.resolve("urls.jsonl");
    if (!Files.exists(file)) {
      return 0;
    }
    var pages = FingerprintTable.plain();
    try (var lines = Files.lines(file)) {
      for (var line : (Iterable<String>) lines::iterator) {
        var entry = JSON.readTree(line);
        if (isPage(entry)) {
          pages.add(Fingerprint.of(entry.path("end").asText(entry.path("url").asText())));
        }
      }
    }
    return pages.size();
  }

  private static boolean isPage(JsonNode entry) {
    return entry.path("outcome").asText().equals("fetched")
        && entry.path("type").asText().equals(HTML)
        && !entry.path("why").asText().equals("superseded");
  }
}
