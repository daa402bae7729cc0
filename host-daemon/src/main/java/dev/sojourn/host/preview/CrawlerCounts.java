package dev.sojourn.host.preview;

import java.util.HashSet;
import java.util.Set;

/// The counts of one crawler. For use by one thread.
final class CrawlerCounts {
  private static final int MAX_DAYS = 4_000;

  private final String name;
  private final int number;
  private final Set<String> days = new HashSet<>();
  private long requests;
  private long bytes;
  private long pages;
  private long notModified;
  private long repeated;
  private long repeatedAlike;
  private long answered;
  private long allBytes;
  private long newBytes;
  private long inFolder;

  CrawlerCounts(String name, int number) {
    this.name = name;
    this.number = number;
  }

  int number() {
    return number;
  }

  void request(AccessLogEntry entry) {
    requests++;
    bytes += entry.bytes();
    if (days.size() < MAX_DAYS && !entry.day().isEmpty()) {
      days.add(entry.day());
    }
  }

  void page(boolean isInFolder) {
    pages++;
    inFolder += isInFolder ? 1 : 0;
  }

  /// Counts an answer 304.
  ///
  /// @param size the size of the last complete answer with the page; 0 if there was none
  void notModified(long size) {
    answered++;
    notModified++;
    allBytes += size;
  }

  /// Counts an answer 200.
  ///
  /// @param isKnown whether the page was sent completely before
  /// @param isAlike whether the page has not changed since then
  void whole(long size, boolean isKnown, boolean isAlike) {
    answered++;
    repeated += isKnown ? 1 : 0;
    repeatedAlike += isAlike ? 1 : 0;
    allBytes += size;
    newBytes += isAlike ? 0 : size;
  }

  PreviewRow row() {
    long visits = Math.max(1, days.size());
    return new PreviewRow(
        name,
        requests,
        pages,
        bytes,
        answered,
        notModified,
        repeated,
        repeatedAlike,
        visits,
        PreviewRow.estimate(visits, allBytes),
        PreviewRow.estimate(visits, newBytes),
        inFolder,
        KnownCrawlers.of(name).map(KnownCrawlers.Crawler::purpose).orElse(""));
  }
}
