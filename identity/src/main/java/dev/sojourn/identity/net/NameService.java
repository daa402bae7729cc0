package dev.sojourn.identity.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// The resolver of host names, which also gives the kind of each address. Safe for use by several
/// threads.
@FunctionalInterface
public interface NameService {

  /// The one of this machine.
  NameService SYSTEM = InetAddress::getAllByName;

  /// Asks for a name.
  ///
  /// @param host a name or an address, an IPv6 address with or without brackets
  /// @return all its addresses, at least one, the preferred one first
  /// @throws UnknownHostException if it has none
  InetAddress[] resolve(String host) throws UnknownHostException;

  /// {@return the kind of an address}
  ///
  /// @param address as it was resolved
  default AddressKind kind(InetAddress address) {
    return AddressKind.of(address);
  }
}
