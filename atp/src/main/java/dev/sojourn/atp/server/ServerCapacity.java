package dev.sojourn.atp.server;

/// The largest load that a server accepts at once.
///
/// @param maxConnections in total; default 1,024
/// @param maxConnectionsPerAddress from one IP address; default 128
/// @param maxConnectionsPerNetwork from one IPv4 /24 or IPv6 /56, the size of network that one
///   person may have; default 512
/// @param maxPendingPerConnection requests of one connection that are handled at once; further ones
///   wait unread; default 16
/// @param bodies memory for the bodies of all connections
public record ServerCapacity(
    int maxConnections,
    int maxConnectionsPerAddress,
    int maxConnectionsPerNetwork,
    int maxPendingPerConnection,
    BodyCapacity bodies) {

  /// The largest number of extra connections that are open for a moment, to send them a refusal.
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

  /// {@return the same capacity with fewer connections, if a process may open fewer files}
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
