package dev.sojourn.dispatcher.crawl;

import dev.sojourn.dispatcher.core.Tally;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The counts of visits under way, for those who watch.
final class LiveCounts {
  private final Map<String, Tally> tallies = new ConcurrentHashMap<>();
  private final Map<String, Long> wire = new ConcurrentHashMap<>();

  void tally(String agentId, Tally tally) {
    tallies.put(agentId, tally);
  }

  Tally tally(String agentId) {
    return tallies.getOrDefault(agentId, Tally.NONE);
  }

  void addWire(String agentId, long bytes) {
    wire.merge(agentId, bytes, Long::sum);
  }

  long wire(String agentId) {
    return wire.getOrDefault(agentId, 0L);
  }
}
