package dev.sojourn.atp.wire;

import dev.sojourn.base.text.AddressText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/// The addresses that probably belong to one person: an IPv4 /24 or an IPv6 /56.
///
/// @param prefix the octets that the addresses share
public record PeerNetwork(List<Byte> prefix) {

  private static final int IPV4_BYTES = 4;
  private static final int IPV4_PREFIX_BYTES = 3;
  private static final int IPV6_BYTES = 16;
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

  /// {@return the network as first address and prefix length, for example `198.51.100.0/24`}
  @Override
  public String toString() {
    boolean isV4 = prefix.size() == IPV4_PREFIX_BYTES;
    var octets = new byte[isV4 ? IPV4_BYTES : IPV6_BYTES];
    for (int i = 0; i < prefix.size(); i++) {
      octets[i] = prefix.get(i);
    }
    try {
      var first = AddressText.of(InetAddress.getByAddress(octets));
      return first + "/" + prefix.size() * Byte.SIZE;
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
