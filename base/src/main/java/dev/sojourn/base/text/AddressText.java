package dev.sojourn.base.text;

import java.net.InetAddress;
import java.util.Optional;

/// The normal text of an IP address: equal addresses have equal texts (RFC 5952 for IPv6).
public final class AddressText {
  private static final int GROUPS = 8;

  private AddressText() {}

  /// {@return an address as `192.0.2.7` or `2001:db8::7`, without brackets and without a zone}
  ///
  /// @param address of either kind
  public static String of(InetAddress address) {
    var octets = address.getAddress();
    if (octets.length == Integer.BYTES) {
      return address.getHostAddress();
    }
    var groups = new int[GROUPS];
    for (int i = 0; i < GROUPS; i++) {
      groups[i] = ((octets[2 * i] & 0xff) << Byte.SIZE) | (octets[2 * i + 1] & 0xff);
    }
    return of(groups);
  }

  /// {@return the normal text of an IPv6 literal; empty if it is not one, or has a zone} An
  /// IPv4-mapped address stays an IPv6 address.
  ///
  /// @param literal without brackets
  public static Optional<String> ofIpv6(String literal) {
    if (!literal.contains(":") || literal.contains("%")) {
      return Optional.empty();
    }
    try {
      var address = InetAddress.ofLiteral(literal);
      boolean isMapped = address.getAddress().length == Integer.BYTES;
      return Optional.of((isMapped ? "::ffff:" : "") + of(address));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }

  /// Replaces the longest run of at least two zeros by `::`. If several runs have this length, it
  /// replaces only the first.
  private static String of(int[] groups) {
    int begin = 0;
    int length = 0;
    for (int i = 0; i < GROUPS; i++) {
      int end = i;
      while (end < GROUPS && groups[end] == 0) {
        end++;
      }
      if (end - i > length) {
        begin = i;
        length = end - i;
      }
    }
    var text = new StringBuilder();
    for (int i = 0; i < GROUPS; i++) {
      if (length > 1 && i == begin) {
        text.append("::");
        i += length - 1;
      } else {
        boolean isFirst = text.isEmpty() || text.charAt(text.length() - 1) == ':';
        text.append(isFirst ? "" : ":").append(Integer.toHexString(groups[i]));
      }
    }
    return text.toString();
  }
}
