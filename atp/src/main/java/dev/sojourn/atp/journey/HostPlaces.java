package dev.sojourn.atp.journey;

import dev.sojourn.identity.net.AtpAddress;

/// Knows the addresses of hosts. Without this check, a trusted host could sign a stay at any stop
/// of an itinerary, not only at its own. Safe for use by many threads.
@FunctionalInterface
public interface HostPlaces {

  /// Accepts every host at every address, for a party that knows the keys of hosts but not their
  /// addresses.
  HostPlaces ANYWHERE = (_, _) -> true;

  /// Knows no address of any host, and accepts none.
  HostPlaces NOWHERE = (_, _) -> false;

  /// {@return whether the host with a key is at an address}
  ///
  /// @param keyId the key's thumbprint
  /// @param address a stop of an itinerary
  boolean isAt(String keyId, AtpAddress address);
}
