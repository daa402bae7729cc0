package dev.sojourn.visit.upstream;

import dev.sojourn.agent.PageUrl;
import dev.sojourn.visit.content.Content;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/// A cache of recent pages of a web server, for conditional requests. It is bounded: the page that
/// was unused for the longest time is removed first. Safe for use by several threads.
final class KeptPages {
  private static final int ENTRY_BYTES = 1_000;

  private final long maxBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final LinkedHashMap<PageUrl, Content.Found> pages = new LinkedHashMap<>(16, 0.75f, true);
  private long bytes;

  /// @param maxBytes the limit for all pages together; one page may take at most an eighth of it
  KeptPages(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  Optional<Content.Found> find(PageUrl url) {
    lock.lock();
    try {
      return Optional.ofNullable(pages.get(url));
    } finally {
      lock.unlock();
    }
  }

  void keep(Content.Found page) {
    lock.lock();
    try {
      var before = pages.remove(page.url());
      bytes -= before == null ? 0 : size(before);
      if (size(page) > maxBytes / 8) {
        return;
      }
      pages.put(page.url(), page);
      bytes += size(page);
      var eldest = pages.entrySet().iterator();
      while (bytes > maxBytes) {
        bytes -= size(eldest.next().getValue());
        eldest.remove();
      }
    } finally {
      lock.unlock();
    }
  }

  /// The bytes in the cache.
  long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }

  private static long size(Content.Found page) {
    long fields =
        page.headers().values().stream()
            .flatMap(values -> values.stream())
            .mapToLong(String::length)
            .sum();
    return page.content().sizeBytes() + fields + ENTRY_BYTES;
  }
}
