package dev.sojourn.atp.server;

/// The most that a server takes at once.
///
/// @param maxConnections in total; default 1,024
/// @param maxConnectionsPerAddress from one IP address; default 128
/// @param maxConnectionsPerNetwork from one /24 of IPv4 or /56 of IPv6, the network that one person
///   may have; default 512
/// @param maxPendingPerConnection requests of one connection that are being handled; further ones
///   wait unread; default 16
/// @param bodies memory for the bodies of all connections
public record ServerCapacity(
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxConnectionsPerNetwork,
    int maxPendingPerConnection,
    BodyCapacity bodies) {

  /// The most connections beyond these that are open for a moment, to say why they are not served.
  public static final int MOST_REFUSED = 256;

  /// The defaults.
  public static final ServerCapacity DEFAULT =
      new ServerCapacity(1_024, 128, 512, 16, BodyCapacity.DEFAULT);

  /// Checks that all are positive.
  ///
  /// @throws IllegalArgumentException if one is not
  public ServerCapacity {
    if (maxConnections < 1
        || maxConnectionsPerAddress < 1
        || maxConnectionsPerNetwork < 1
        || maxPendingPerConnection < 1) {
      throw new IllegalArgumentException("capacity: (expected: all positive)");
    }
  }

  /// {@return the same with fewer connections, if a process may not open that many files}
  ///
  /// @param most connections in all; at least 1
  public ServerCapacity withAtMost(int most) {
    return most >= maxConnections
        ? this
        : new ServerCapacity(
            most,
            Math.min(most, maxConnectionsPerAddress),
            Math.min(most, maxConnectionsPerNetwork),
            maxPendingPerConnection,
            bodies);
  }
}
