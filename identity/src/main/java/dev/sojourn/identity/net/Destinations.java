package dev.sojourn.identity.net;

import java.util.Optional;

/// The permitted addresses of a connection, which depend on the party that named the host.
public enum Destinations {
  /// Any address: the party that named the host may also name machines of this network.
  ANY,

  /// Addresses of this network and of the open Internet, except link-local addresses and the
  /// metadata services of clouds. For names from a site or a host in this network.
  INSIDE,

  /// Addresses of the open Internet. Otherwise, an outsider who names a host could make this
  /// machine send requests to a machine that only it can reach.
  PUBLIC;

  /// {@return whether a connection may lead to an address of a kind}
  ///
  /// @param kind of the address
  public boolean allow(AddressKind kind) {
    return switch (this) {
      case ANY -> true;
      // The address of the site is unknown here; it may be on this machine.
      case INSIDE -> kind.mayBeNamedBy(AddressKind.LOOPBACK);
      case PUBLIC -> kind.isPublic();
    };
  }

  /// {@return one sentence why a connection to an address is not permitted; empty if it is}
  ///
  /// @param host the named host
  /// @param kind of its address
  public Optional<String> objection(AtpAddress host, AddressKind kind) {
    if (allow(kind)) {
      return Optional.empty();
    }
    var who = this == PUBLIC ? "no site of the Internet" : "nobody";
    return Optional.of(host + " is at " + kind.words() + ", where " + who + " may send an agent.");
  }

  /// {@return the addresses to which a host may redirect its clients}
  public Destinations onward() {
    return this == ANY ? INSIDE : this;
  }
}
