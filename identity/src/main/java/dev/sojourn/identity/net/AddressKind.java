package dev.sojourn.identity.net;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// The kind of an IP address, by the registries of special-purpose addresses (RFC 6890).
///
/// An outsider may name a machine, in a redirect or as the place of a key directory. It must not be
/// a machine that only this one can reach. A named machine is therefore contacted only if
/// [#isPublic()] holds for each of its addresses, and only at a checked address. Resolving the name
/// a second time could give another address.
///
/// IPv6 addresses that carry an IPv4 address (mapped, compatible, translated, NAT64, 6to4, ISATAP)
/// have the kind of the IPv4 address, or a less public kind. Other prefixes for NAT64, which a
/// network may choose, cannot be recognised.
public enum AddressKind {
  /// An address of the open Internet.
  PUBLIC("a public address"),
  /// This machine.
  LOOPBACK("a loopback address"),
  /// The unspecified address; many systems treat it as this machine.
  UNSPECIFIED("an unspecified address"),
  /// The neighbours on one link; clouds offer credentials to their machines at such addresses.
  LINK_LOCAL("a link-local address"),
  /// A service that gives a cloud machine its credentials, at any of its addresses.
  METADATA("the address of a cloud's metadata service"),
  /// A private network: private use, shared by the customers of a provider, site-local,
  /// unique-local.
  PRIVATE("a private address"),
  /// A group of machines.
  MULTICAST("a multicast address"),
  /// Reserved for documentation, benchmarks, protocols or future use.
  RESERVED("a reserved address");

  /// Metadata services at IPv4 addresses that are not link-local: Alibaba, Azure and Oracle.
  private static final List<String> METADATA_IPV4 =
      List.of("100.100.100.200", "168.63.129.16", "192.0.0.192");

  /// Metadata services at IPv6 addresses: Amazon (instances, containers) and Google.
  private static final List<String> METADATA_IPV6 =
      List.of("fd00:ec2::254", "fd00:ec2::23", "fd20:ce::254");

  private static final Set<Integer> METADATA_WORDS =
      METADATA_IPV4.stream().map(AddressKind::ipv4Word).collect(Collectors.toUnmodifiableSet());

  private static final Set<InetAddress> METADATA_ADDRESSES =
      METADATA_IPV6.stream().map(InetAddress::ofLiteral).collect(Collectors.toUnmodifiableSet());

  private static final int IPV4_BYTES = 4;
  private static final int IPV6_BYTES = 16;

  private final String words;

  AddressKind(String words) {
    this.words = words;
  }

  /// {@return whether this is an address of the open Internet, to which outsiders may send a
  /// client}
  public boolean isPublic() {
    return this == PUBLIC;
  }

  /// {@return whether a site or a host of agents may redirect a client to this kind of address} No
  /// site or host may name a link-local address or a metadata service, since these give credentials
  /// to any client. A site on a private network may name private addresses. Only a site on this
  /// machine may name this machine.
  ///
  /// @param by the kind of address of the site or host
  public boolean mayBeNamedBy(AddressKind by) {
    return switch (this) {
      case PUBLIC -> true;
      case LINK_LOCAL, METADATA, MULTICAST -> false;
      case LOOPBACK, UNSPECIFIED -> by == LOOPBACK || by == UNSPECIFIED;
      case PRIVATE, RESERVED -> !by.isPublic();
    };
  }

  /// {@return the kind with its article, as in `a private address`}
  public String words() {
    return words;
  }

  /// {@return the kind of an address}
  ///
  /// @param address as it was resolved
  public static AddressKind of(InetAddress address) {
    return of(address.getAddress());
  }

  /// {@return the kind of an address}
  ///
  /// @param address its 4 or 16 bytes
  /// @throws IllegalArgumentException if there are neither 4 nor 16 bytes
  public static AddressKind of(byte[] address) {
    return switch (address.length) {
      case IPV4_BYTES -> ofIpv4(address, 0);
      case IPV6_BYTES -> ofIpv6(address);
      default ->
          throw new IllegalArgumentException(
              "address: " + address.length + " bytes (expected: 4 or 16)");
    };
  }

  private static int ipv4Word(String literal) {
    return ipv4Word(InetAddress.ofLiteral(literal).getAddress(), 0);
  }

  private static int ipv4Word(byte[] bytes, int at) {
    return word(bytes, at) << 16 | word(bytes, at + 2);
  }

  private static AddressKind ofIpv4(byte[] bytes, int at) {
    if (METADATA_WORDS.contains(ipv4Word(bytes, at))) {
      return METADATA;
    }
    int a = bytes[at] & 0xff;
    int b = bytes[at + 1] & 0xff;
    int c = bytes[at + 2] & 0xff;
    return switch (a) {
      case 0 -> UNSPECIFIED;
      case 10 -> PRIVATE;
      case 100 -> (b & 0xc0) == 64 ? PRIVATE : PUBLIC;
      case 127 -> LOOPBACK;
      case 169 -> b == 254 ? LINK_LOCAL : PUBLIC;
      case 172 -> (b & 0xf0) == 16 ? PRIVATE : PUBLIC;
      case 192 -> ofIpv4In192(b, c);
      case 198 -> (b & 0xfe) == 18 || (b == 51 && c == 100) ? RESERVED : PUBLIC;
      case 203 -> b == 0 && c == 113 ? RESERVED : PUBLIC;
      default -> a < 224 ? PUBLIC : a < 240 ? MULTICAST : RESERVED;
    };
  }

  private static AddressKind ofIpv4In192(int b, int c) {
    if (b == 168) {
      return PRIVATE;
    }
    boolean isForProtocolsOrDocuments = b == 0 && (c == 0 || c == 2);
    boolean isRelay = b == 88 && c == 99;
    return isForProtocolsOrDocuments || isRelay ? RESERVED : PUBLIC;
  }

  private static AddressKind ofIpv6(byte[] bytes) {
    if (bytes[0] == 0) {
      return ofIpv6InZero(bytes);
    }
    if (isMetadata(bytes)) {
      return METADATA;
    }
    int first = word(bytes, 0);
    if ((first & 0xff00) == 0xff00) {
      return MULTICAST;
    }
    if ((first & 0xffc0) == 0xfe80) {
      return LINK_LOCAL;
    }
    // Site-local addresses (fec0::/10) are no longer assigned but still in use.
    if ((first & 0xffc0) == 0xfec0 || (first & 0xfe00) == 0xfc00) {
      return PRIVATE;
    }
    if ((first & 0xe000) != 0x2000) {
      return RESERVED;
    }
    if (first == 0x2002) {
      return ofIpv4(bytes, 2);
    }
    int second = word(bytes, 2);
    // Protocols (2001::/23, with Teredo tunnels to any IPv4 address) and documentation.
    boolean isReserved =
        (first == 0x2001 && (second < 0x200 || second == 0xdb8))
            || (first == 0x3fff && second < 0x1000);
    if (isReserved) {
      return RESERVED;
    }
    boolean isIsatap = (word(bytes, 8) & 0xfdff) == 0 && word(bytes, 10) == 0x5efe;
    return isIsatap ? ofIpv4(bytes, 12) : PUBLIC;
  }

  private static boolean isMetadata(byte[] bytes) {
    return METADATA_ADDRESSES.stream().anyMatch(a -> Arrays.equals(a.getAddress(), bytes));
  }

  /// The kind of an address that begins with a zero byte; only a translation of IPv4 can be public.
  private static AddressKind ofIpv6InZero(byte[] bytes) {
    if (hasWords(bytes, 0x64, 0xff9b, 0, 0, 0, 0)) {
      return ofIpv4(bytes, 12);
    }
    if (hasWords(bytes, 0x64, 0xff9b, 1)) {
      // A network's own translator, usually with the IPv4 address at the end (RFC 8215).
      var embedded = ofIpv4(bytes, 12);
      return embedded == LINK_LOCAL || embedded == METADATA ? embedded : PRIVATE;
    }
    // Mapped addresses, and addresses of a stateless translator.
    if (hasWords(bytes, 0, 0, 0, 0, 0, 0xffff) || hasWords(bytes, 0, 0, 0, 0, 0xffff, 0)) {
      return ofIpv4(bytes, 12);
    }
    if (!hasWords(bytes, 0, 0, 0, 0, 0, 0)) {
      return RESERVED;
    }
    if (word(bytes, 12) == 0 && bytes[14] == 0 && (bytes[15] == 0 || bytes[15] == 1)) {
      return bytes[15] == 1 ? LOOPBACK : UNSPECIFIED;
    }
    // IPv4-compatible addresses are obsolete, so even a public one is not contacted.
    var embedded = ofIpv4(bytes, 12);
    return embedded.isPublic() ? RESERVED : embedded;
  }

  private static boolean hasWords(byte[] bytes, int... words) {
    int[] found = new int[words.length];
    for (int i = 0; i < words.length; i++) {
      found[i] = word(bytes, 2 * i);
    }
    return Arrays.equals(found, words);
  }

  private static int word(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }
}
