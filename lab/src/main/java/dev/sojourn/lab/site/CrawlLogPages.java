package dev.sojourn.lab.site;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sojourn.agent.frontier.Fingerprint;
import dev.sojourn.agent.frontier.FingerprintTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// The pages of the log that a crawl leaves in its directory, `urls.jsonl` (docs/crawl.md).
public final class CrawlLogPages {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String HTML = "text/html";

  private CrawlLogPages() {}

  /// Counts pages as the access log of a web server does: URLs that were answered with status 200
  /// and HTML, each once. A host's answers count, too.
  ///
  /// @param directory of the crawl
  /// @return how many; 0 if the crawl left no log
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
