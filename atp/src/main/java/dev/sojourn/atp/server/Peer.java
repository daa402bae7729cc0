package dev.sojourn.atp.server;

import dev.sojourn.base.text.AddressText;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/// The sender of a request. Safe for use by many threads.
///
/// @param address address and port
/// @param onProof runs at each proof of a signature; the connection then keeps its place even if
///   the server is full
public record Peer(InetSocketAddress address, Runnable onProof) {

  /// {@return its address as text, without port and zone}
  public String ip() {
    return text(address.getAddress());
  }

  /// {@return an address as text, without its zone}
  ///
  /// @param address of a peer
  static String text(InetAddress address) {
    return AddressText.of(address);
  }

  /// Records that a signature of this sender was verified.
  public void prove() {
    onProof.run();
  }

  @Override
  public String toString() {
    return address.toString();
  }
}
