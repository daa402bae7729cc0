package dev.sojourn.atp.server;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The addresses that begin with the same bits, for example `198.51.100.0/24` or `2001:db8::/32`.
/// An IPv4 address written in a form of IPv6 counts as IPv4.
///
/// @param octets of the first address
/// @param bits number of leading bits that all addresses share
public record AddressBlock(List<Byte> octets, int bits) {

  /// Copies the list.
  public AddressBlock {
    octets = List.copyOf(octets);
  }

  /// {@return a block of the form `ADDRESS` or `ADDRESS/BITS`; empty if the text has another form,
  /// or has set bits after the prefix} Names are not resolved.
  ///
  /// @param text any text
  public static Optional<AddressBlock> parse(String text) {
    int slash = text.indexOf('/');
    var literal = slash < 0 ? text : text.substring(0, slash);
    try {
      var octets = InetAddress.ofLiteral(literal).getAddress();
      int most = octets.length * Byte.SIZE;
      var length = slash < 0 ? String.valueOf(most) : text.substring(slash + 1);
      // Java also accepts addresses with fewer than four numbers.
      boolean isWhole = literal.matches("[0-9]+([.][0-9]+){3}") || literal.contains(":");
      if (!isWhole || literal.contains("%") || !length.matches("0|[1-9][0-9]{0,2}")) {
        return Optional.empty();
      }
      var block = of(octets, Integer.parseInt(length));
      return block.bits <= most && block.hasNoFurtherBits() ? Optional.of(block) : Optional.empty();
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  private static AddressBlock of(byte[] octets, int bits) {
    var list = new ArrayList<Byte>(octets.length);
    for (byte octet : octets) {
      list.add(octet);
    }
    return new AddressBlock(list, bits);
  }

  private boolean hasNoFurtherBits() {
    for (int bit = bits; bit < octets.size() * Byte.SIZE; bit++) {
      if (bit(octets.get(bit / Byte.SIZE), bit) != 0) {
        return false;
      }
    }
    return true;
  }

  /// {@return whether an address is in this block}
  ///
  /// @param address of a peer
  public boolean contains(InetAddress address) {
    var other = address.getAddress();
    if (other.length != octets.size()) {
      return false;
    }
    for (int bit = 0; bit < bits; bit++) {
      int at = bit / Byte.SIZE;
      if (bit(octets.get(at), bit) != bit(other[at], bit)) {
        return false;
      }
    }
    return true;
  }

  private static int bit(byte octet, int bit) {
    return octet >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1;
  }
}
