package dev.sojourn.atp.server;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Counts connections, in total, by address and by network. Safe for use by several event loops.
final class ConnectionCounter {

  private final ServerCapacity capacity;
  private final int maxRefused;
  private final Map<InetAddress, Integer> byAddress = new HashMap<>();
  private final Map<Network, Integer> byNetwork = new HashMap<>();
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

  /// Whether a connection may be served.
  enum Admission {
    /// It may; [#leave] must follow.
    SERVED,
    /// It may not, and there is room to say so; [#leaveRefused] must follow.
    REFUSED,
    /// It may not, and must be closed without a word.
    DROPPED
  }

  /// The addresses that one person may well have: a /24 of IPv4, a /56 of IPv6.
  private record Network(List<Byte> prefix) {

    static Network of(InetAddress address) {
      var octets = address.getAddress();
      int length = octets.length == 4 ? 3 : 7;
      var prefix = new ArrayList<Byte>(length);
      for (int i = 0; i < length; i++) {
        prefix.add(octets[i]);
      }
      return new Network(List.copyOf(prefix));
    }
  }

  synchronized Admission enter(InetAddress address) {
    var network = Network.of(address);
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
    byNetwork.computeIfPresent(Network.of(address), (_, count) -> count == 1 ? null : count - 1);
  }

  synchronized void leaveRefused() {
    refused--;
  }
}
