package dev.sojourn.host.preview;

import dev.sojourn.visit.upstream.UpstreamSource;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The preview of a site's crawler traffic, made from its access logs in bounded memory. For use by
/// one thread.
public final class AccessLogPreview {
  private static final int MAX_CRAWLERS = 1_000;
  private static final int MAX_PAGES = 2_000_000;
  private static final int MAX_NAMED = 5;
  private static final String OTHERS = "(others)";

  private final Optional<Path> root;
  private final Map<String, CrawlerCounts> crawlers = new HashMap<>();
  private final PageTable table = new PageTable(MAX_PAGES);
  private final List<String> named = new ArrayList<>();
  private long lines;
  private long malformed;
  private long unreported;
  private long own;

  /// The result.
  ///
  /// @param lines the number of lines read, including malformed ones
  /// @param malformed the number of lines that are not requests
  /// @param firstMalformed the first malformed lines, each described in a sentence with file, line
  ///   and column
  /// @param own the number of requests of a host daemon, which reads pages from a web server for
  ///   visits; no row counts them
  /// @param pagesUntold the number of requests for pages that had no room in memory; they count as
  ///   new, because changes are unknown
  /// @param rows the rows, one for each crawler, ordered by bytes with the largest first
  public record Result(
      long lines,
      long malformed,
      List<String> firstMalformed,
      long own,
      long pagesUntold,
      List<PreviewRow> rows) {
    /// Copies the lists.
    public Result {
      firstMalformed = List.copyOf(firstMalformed);
      rows = List.copyOf(rows);
    }
  }

  /// Creates an empty preview.
  ///
  /// @param root the folder of the site; empty if only the logs are read
  public AccessLogPreview(Optional<Path> root) {
    this.root = root.map(folder -> folder.toAbsolutePath().normalize());
  }

  /// Counts the requests of a file.
  ///
  /// @param file the log, plain or packed with gzip; add older files first, since their order shows
  ///   changes
  /// @throws IOException if the file cannot be read
  public void add(Path file) throws IOException {
    AccessLogReader.read(file, line -> add(file, line));
  }

  private void add(Path file, AccessLogReader.Line line) {
    lines++;
    switch (line.reading()) {
      case AccessLogReading.Read(var entry) -> count(entry);
      case AccessLogReading.Malformed(int column, var expected) -> {
        malformed++;
        if (named.size() < MAX_NAMED) {
          named.add(
              "%s:%d:%d: no request of an access log (expected: %s)"
                  .formatted(file, line.number(), column, expected));
        }
      }
    }
  }

  private void count(AccessLogEntry entry) {
    if (entry.agent().equals(UpstreamSource.USER_AGENT)) {
      own++;
      return;
    }
    var crawler = crawler(CrawlerToken.of(entry.agent()));
    crawler.request(entry);
    if (!entry.method().equals("GET") || (entry.status() != 200 && entry.status() != 304)) {
      return;
    }
    int slot = place(crawler, entry.target());
    int mark = entry.etag().map(AccessLogPreview::mark).orElse(0);
    long before = slot < 0 ? -1 : table.size(slot);
    if (entry.status() == 304) {
      crawler.notModified(Math.max(0, before));
      return;
    }
    boolean isKnown = before >= 0;
    boolean hasMarks = mark != 0 && slot >= 0 && table.mark(slot) != 0;
    boolean isAlike = isKnown && (hasMarks ? mark == table.mark(slot) : before == entry.bytes());
    crawler.whole(entry.bytes(), isKnown, isAlike);
    if (slot >= 0) {
      table.keep(slot, entry.bytes(), mark);
    }
  }

  private int place(CrawlerCounts crawler, String target) {
    int before = table.pages();
    int slot = table.find(crawler.number(), target);
    if (slot < 0) {
      unreported++;
    } else if (table.pages() > before) {
      crawler.page(isInFolder(target));
    }
    return slot;
  }

  private static int mark(String etag) {
    // For packed answers nginx makes the ETag of the same page weak, so the prefix is ignored.
    int hash = (etag.startsWith("W/") ? etag.substring(2) : etag).hashCode();
    return hash == 0 ? 1 : hash;
  }

  private CrawlerCounts crawler(String name) {
    var known = crawlers.get(name);
    if (known != null) {
      return known;
    }
    var counted = crawlers.size() < MAX_CRAWLERS ? name : OTHERS;
    return crawlers.computeIfAbsent(counted, n -> new CrawlerCounts(n, crawlers.size() + 1));
  }

  /// Whether a target names a file in the folder. The target is untrusted input.
  private boolean isInFolder(String target) {
    if (root.isEmpty() || !target.startsWith("/")) {
      return false;
    }
    try {
      var path = decoded(target.split("[?#]", 2)[0]).substring(1);
      var file = root.get().resolve(path).normalize();
      return file.startsWith(root.get())
          && (Files.isRegularFile(file) || Files.isRegularFile(file.resolve("index.html")));
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static String decoded(String path) {
    return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  /// {@return the counts so far}
  public Result result() {
    var rows =
        crawlers.values().stream()
            .map(CrawlerCounts::row)
            .sorted(
                Comparator.comparingLong(PreviewRow::bytes)
                    .reversed()
                    .thenComparing(PreviewRow::crawler))
            .toList();
    return new Result(lines, malformed, named, own, unreported, rows);
  }
}
