package dev.sojourn.atp.server;

import java.util.Map;

/// Totals of a server since its start, and its connections at this moment.
///
/// @param connections open, refused and displaced
/// @param malformed malformed requests, by the code of the problem
/// @param denied connections that were closed because of their peer's address
public record ServerCounts(ConnectionCounts connections, Map<String, Long> malformed, long denied) {

  /// Copies the map.
  public ServerCounts {
    malformed = Map.copyOf(malformed);
  }
}
