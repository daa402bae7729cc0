package dev.sojourn.atp.server;

import dev.sojourn.atp.wire.PeerNetwork;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/// Counts connections, in total, by address and by network. Safe for use by several event loops.
final class ConnectionCounter {

  private final ServerCapacity capacity;
  private final int maxRefused;
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private final Map<PeerNetwork, Integer> byNetwork = new HashMap<>();
  private int total;
  private int refused;

  /// Creates a counter.
  ///
  /// @param capacity how many connections may be served
  /// @param maxRefused refused connections that may linger at once until their peers have read why
  ConnectionCounter(ServerCapacity capacity, int maxRefused) {
    this.capacity = capacity;
    this.maxRefused = maxRefused;
  }

  /// The decision whether a connection may be served.
  enum Admission {
    /// It may; [#leave] must follow.
    SERVED,
    /// It may not, and there is room to say so; [#leaveRefused] must follow.
    REFUSED,
    /// It may not, and must be closed without a word.
    DROPPED
  }

  synchronized Admission enter(InetAddress address) {
    var network = PeerNetwork.of(address);
    boolean hasRoom =
        total < capacity.maxConnections()
            && byAddress.getOrDefault(address, 0) < capacity.maxConnectionsPerAddress()
            && byNetwork.getOrDefault(network, 0) < capacity.maxConnectionsPerNetwork();
    if (hasRoom) {
      total++;
      byAddress.merge(address, 1, Integer::sum);
      byNetwork.merge(network, 1, Integer::sum);
      return Admission.SERVED;
    }
    if (refused < maxRefused) {
      refused++;
      return Admission.REFUSED;
    }
    return Admission.DROPPED;
  }

  synchronized void leave(InetAddress address) {
    total--;
    byAddress.computeIfPresent(address, (_, count) -> count == 1 ? null : count - 1);
    byNetwork.computeIfPresent(
        PeerNetwork.of(address), (_, count) -> count == 1 ? null : count - 1);
  }

  synchronized void leaveRefused() {
    refused--;
  }
}
