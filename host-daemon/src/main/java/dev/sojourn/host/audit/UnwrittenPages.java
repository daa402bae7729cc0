package dev.sojourn.host.audit;

import dev.sojourn.base.Digest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The pages of one visit that no line of the audit log names yet. For one thread at a time.
final class UnwrittenPages {
  private static final int LEAST_PAGES = 100;
  private static final int MAX_URLS_CHARS = 16_000;

  private final List<String> urls = new ArrayList<>();
  private long asked;
  private long bytes;
  private long chars;

  /// The agent asks for a page.
  void ask() {
    asked++;
  }

  /// The worker gets a page.
  ///
  /// @param size bytes of its body
  void handOver(String url, long size) {
    urls.add(url);
    chars += url.length();
    bytes += size;
  }

  /// {@return whether further pages belong into another line}
  ///
  /// @param mostNamed URLs that a line names
  boolean isFull(int mostNamed) {
    return urls.size() >= Math.max(LEAST_PAGES, mostNamed) || chars >= MAX_URLS_CHARS;
  }

  /// {@return the line}
  ///
  /// @param mostNamed URLs that it names
  AuditEntry entry(AuditVisit visit, int mostNamed) {
    var all = new ByteArrayOutputStream();
    urls.forEach(url -> all.writeBytes((url + "\n").getBytes(StandardCharsets.UTF_8)));
    var digest = Digest.of(all.toByteArray());
    var named = named(mostNamed);
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
        });
  }

  private List<String> named(int most) {
    var named = new ArrayList<String>();
    int length = 0;
    for (var url : urls) {
      length += url.length();
      if (named.size() < most && length <= MAX_URLS_CHARS) {
        named.add(url);
      }
    }
    return named;
  }
}
