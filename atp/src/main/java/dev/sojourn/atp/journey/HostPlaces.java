package dev.sojourn.atp.journey;

import dev.sojourn.identity.net.AtpAddress;

/// Knows the addresses of hosts. Without them, a host that is believed about its own stays could
/// sign one at any stop of an itinerary. Safe for use by many threads.
@FunctionalInterface
public interface HostPlaces {

  /// For a party that knows the keys of hosts, but not their addresses.
  HostPlaces ANYWHERE = (_, _) -> true;

  /// Knows no address of any host.
  HostPlaces NOWHERE = (_, _) -> false;

  /// {@return whether the host with a key is at an address}
  ///
  /// @param keyId the key's thumbprint
  /// @param address a stop of an itinerary
  boolean isAt(String keyId, AtpAddress address);
}
