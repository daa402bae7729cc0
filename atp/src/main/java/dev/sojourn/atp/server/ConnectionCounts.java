package dev.sojourn.atp.server;

import dev.sojourn.atp.wire.PeerNetwork;
import java.util.Map;
import java.util.Optional;

/// The connections of a server.
///
/// @param open connections open at this moment, without refused ones
/// @param authenticated open connections whose peer has proven a signature
/// @param limit the largest number of open connections
/// @param accepted connections that were served since the start
/// @param refused connections refused since the start, by the limit that was reached
/// @param displaced connections since the start that had proven no signature and were closed for
///   newer ones, by the limit that was reached
/// @param largest the network with the largest number of open connections; empty if none is open
public record ConnectionCounts(
    int open,
    int authenticated,
    int limit,
    long accepted,
    Map<ConnectionLimit, Long> refused,
    Map<ConnectionLimit, Long> displaced,
    Optional<Crowd> largest) {

  /// Copies the maps.
  public ConnectionCounts {
    refused = Map.copyOf(refused);
    displaced = Map.copyOf(displaced);
  }

  /// The connections of one network.
  ///
  /// @param network of their peers
  /// @param connections how many are open
  public record Crowd(PeerNetwork network, int connections) {}

  /// {@return the connections that were refused since the start}
  public long allRefused() {
    return sum(refused);
  }

  /// {@return the connections that were closed for newer ones since the start}
  public long allDisplaced() {
    return sum(displaced);
  }

  private static long sum(Map<ConnectionLimit, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
