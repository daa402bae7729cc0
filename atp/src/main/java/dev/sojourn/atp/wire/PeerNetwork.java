package dev.sojourn.atp.wire;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/// The addresses that one person probably has: a /24 of IPv4, a /56 of IPv6.
///
/// @param prefix the octets that they share
public record PeerNetwork(List<Byte> prefix) {

  private static final int IPV4_BYTES = 4;
  private static final int IPV4_PREFIX_BYTES = 3;
  private static final int IPV6_PREFIX_BYTES = 7;

  /// Copies the list.
  public PeerNetwork {
    prefix = List.copyOf(prefix);
  }

  /// {@return the network of an address}
  ///
  /// @param address of a peer
  public static PeerNetwork of(InetAddress address) {
    var octets = address.getAddress();
    int length = octets.length == IPV4_BYTES ? IPV4_PREFIX_BYTES : IPV6_PREFIX_BYTES;
    var prefix = new ArrayList<Byte>(length);
    for (int i = 0; i < length; i++) {
      prefix.add(octets[i]);
    }
    return new PeerNetwork(prefix);
  }
}
