package dev.sojourn.crawl.local.report;

import dev.sojourn.crawl.core.Tally;
import dev.sojourn.crawl.visits.RequestedPages;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The counts of visits under way, for display. May be used by any thread.
public final class LiveCounts {
  /// The limit of pages of one visit; a host may report any number of failures.
  private static final int MAX_UNREAD = 10_000;

  private final Map<String, Tally> tallies = new ConcurrentHashMap<>();
  private final Map<String, Long> wire = new ConcurrentHashMap<>();
  private final Map<String, Set<Long>> unread = new ConcurrentHashMap<>();

  /// Creates counts of 0.
  public LiveCounts() {}

  /// Sets the totals of a visit.
  ///
  /// @param agentId of the visit
  /// @param tally replaces earlier totals
  public void tally(String agentId, Tally tally) {
    tallies.put(agentId, tally);
  }

  /// {@return the totals of a visit, as far as known}
  ///
  /// @param agentId of the visit
  public Tally tally(String agentId) {
    return tallies.getOrDefault(agentId, Tally.NONE);
  }

  /// Adds to the bytes on the wire.
  ///
  /// @param agentId of the visit
  /// @param bytes of both directions together
  public void addWire(String agentId, long bytes) {
    wire.merge(agentId, bytes, Long::sum);
  }

  /// {@return the bytes of a visit on the wire, as far as known}
  ///
  /// @param agentId of the visit
  public long wire(String agentId) {
    return wire.getOrDefault(agentId, 0L);
  }

  /// Adds pages that a visit requested.
  ///
  /// @param agentId of the visit
  /// @param pages in the order of the requests
  public void asked(String agentId, RequestedPages pages) {
    unread.compute(
        agentId,
        (_, before) -> {
          var failed = before == null ? ConcurrentHashMap.<Long>newKeySet() : before;
          if (!failed.isEmpty()) {
            pages.answered().forEach(failed::remove);
          }
          pages.failed().stream().limit(MAX_UNREAD - failed.size()).forEach(failed::add);
          return failed.isEmpty() ? null : failed;
        });
  }

  /// {@return the pages of a visit that could not be read, as far as known in this run; at most
  /// 10,000}
  ///
  /// @param agentId of the visit
  public long unread(String agentId) {
    return unread.getOrDefault(agentId, Set.of()).size();
  }
}
