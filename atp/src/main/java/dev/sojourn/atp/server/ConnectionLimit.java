package dev.sojourn.atp.server;

/// A limit of connections, from [ServerCapacity].
public enum ConnectionLimit {
  /// All connections together.
  TOTAL,
  /// The connections of one IP address.
  ADDRESS,
  /// The connections of one network ([dev.sojourn.atp.wire.PeerNetwork]).
  NETWORK
}
