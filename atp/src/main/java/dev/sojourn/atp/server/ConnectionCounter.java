package dev.sojourn.atp.server;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/// Counts connections, in total and by address. Safe for use by several event loops.
final class ConnectionCounter {

  /// Refused connections that may linger at once until their peers have read the refusal.
  private static final int MAX_REFUSED = 256;

  private final ServerCapacity capacity;
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private int total;
  private int refused;

  ConnectionCounter(ServerCapacity capacity) {
    this.capacity = capacity;
  }

  /// Whether a connection may be served.
  enum Admission {
    /// It may; [#leave] must follow.
    SERVED,
    /// It may not, and there is room to say so; [#leaveRefused] must follow.
    REFUSED,
    /// It may not, and must be closed without a word.
    DROPPED
  }

  synchronized Admission enter(InetAddress address) {
    int ofAddress = byAddress.getOrDefault(address, 0);
    if (total < capacity.maxConnections() && ofAddress < capacity.maxConnectionsPerAddress()) {
      total++;
      byAddress.put(address, ofAddress + 1);
      return Admission.SERVED;
    }
    if (refused < MAX_REFUSED) {
      refused++;
      return Admission.REFUSED;
    }
    return Admission.DROPPED;
  }

  synchronized void leave(InetAddress address) {
    total--;
    byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
  }

  synchronized void leaveRefused() {
    refused--;
  }
}
