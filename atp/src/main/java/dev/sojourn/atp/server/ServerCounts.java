package dev.sojourn.atp.server;

import java.util.Map;

/// Sums of a server since its start, and its connections at this moment.
///
/// @param connections open, refused and displaced
/// @param malformed what came in place of a request, by the code of its problem
public record ServerCounts(ConnectionCounts connections, Map<String, Long> malformed) {

  /// Copies the map.
  public ServerCounts {
    malformed = Map.copyOf(malformed);
  }
}
