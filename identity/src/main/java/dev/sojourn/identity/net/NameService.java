package dev.sojourn.identity.net;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Resolves host names, and classifies addresses. Safe for use by several threads.
@FunctionalInterface
public interface NameService {

  /// The resolver of this machine.
  NameService SYSTEM = InetAddress::getAllByName;

  /// Resolves a name.
  ///
  /// @param host a name or an address, an IPv6 address with or without brackets
  /// @return all its addresses, at least one, the preferred address first
  /// @throws UnknownHostException if it has no address
  InetAddress[] resolve(String host) throws UnknownHostException;

  /// {@return the kind of an address}
  ///
  /// @param address as it was resolved
  default AddressKind kind(InetAddress address) {
    return AddressKind.of(address);
  }
}
