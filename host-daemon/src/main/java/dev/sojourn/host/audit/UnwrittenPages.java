package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The pages of one visit that are not yet in a line of the audit log. Not thread-safe.
final class UnwrittenPages {
  private static final int LEAST_PAGES = 100;
  private static final int MAX_URLS_CHARS = 16_000;

  private final List<String> urls = new ArrayList<>();
  private final List<String> unparsed = new ArrayList<>();
  private long asked;
  private long bytes;
  private long chars;

  /// Counts a page request of the agent.
  void ask() {
    asked++;
  }

  /// Records a page sent to the worker.
  ///
  /// @param size of its body, in bytes
  void handOver(String url, long size) {
    urls.add(url);
    chars += url.length();
    bytes += size;
  }

  /// Records that no reader could read the elements of a page.
  void unparsed(String url, String reason) {
    unparsed.add(url + ": " + reason);
  }

  /// {@return whether a line must be written before further pages}
  ///
  /// @param mostNamed limit of URLs in a line
  boolean isFull(int mostNamed) {
    return urls.size() >= Math.max(LEAST_PAGES, mostNamed) || chars >= MAX_URLS_CHARS;
  }

  /// {@return the line}
  ///
  /// @param mostNamed limit of URLs in the line
  AuditEntry entry(AuditVisit visit, int mostNamed) {
    var all = new ByteArrayOutputStream();
    urls.forEach(url -> all.writeBytes((url + "\n").getBytes(StandardCharsets.UTF_8)));
    var digest = Digest.of(all.toByteArray());
    var named = named(urls, mostNamed);
    var namedUnparsed = named(unparsed, mostNamed);
    return new AuditEntry(
        AuditEvent.PAGES,
        line -> {
          visit.putInto(line);
          line.put("asked", asked)
              .put("read", urls.size())
              .put("bytes", bytes)
              .put("digest", digest.hex())
              .put("urls", named)
              .put("unnamed", urls.size() - named.size());
          if (!unparsed.isEmpty()) {
            line.put("unparsed", namedUnparsed);
          }
        });
  }

  private static List<String> named(List<String> all, int most) {
    var named = new ArrayList<String>();
    int length = 0;
    for (var url : all) {
      length += url.length();
      if (named.size() < most && length <= MAX_URLS_CHARS) {
        named.add(url);
      }
    }
    return named;
  }
}
