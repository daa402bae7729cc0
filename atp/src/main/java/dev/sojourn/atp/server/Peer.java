package dev.sojourn.atp.server;

import java.net.InetSocketAddress;

/// The other end of a connection.
///
/// @param address its address and port
public record Peer(InetSocketAddress address) {

  /// {@return whether the peer is on this machine}
  public boolean isLoopback() {
    return address.getAddress() != null && address.getAddress().isLoopbackAddress();
  }
}
