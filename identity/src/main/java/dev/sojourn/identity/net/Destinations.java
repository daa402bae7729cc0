package dev.sojourn.identity.net;

import java.util.Optional;

/// The addresses that a connection may lead to. They depend on the party that named the host.
public enum Destinations {
  /// Any: the party that named the host may name machines of this network, too.
  ANY,

  /// Addresses of this network and of the open Internet, except link-local addresses and the
  /// metadata services of clouds. For names from a site or a host inside.
  INSIDE,

  /// Addresses of the open Internet. A stranger who names a host would otherwise choose a machine
  /// that only this one can reach, and have something sent there.
  PUBLIC;

  /// {@return whether a connection may lead to an address of a kind}
  ///
  /// @param kind of the address
  public boolean allow(AddressKind kind) {
    return switch (this) {
      case ANY -> true;
      // The site itself is not looked at here: it may be one of this machine.
      case INSIDE -> kind.mayBeNamedBy(AddressKind.LOOPBACK);
      case PUBLIC -> kind.isPublic();
    };
  }

  /// {@return why no connection to an address is made, one sentence, or empty if one may be}
  ///
  /// @param host as it was named
  /// @param kind of the address that it has
  public Optional<String> objection(AtpAddress host, AddressKind kind) {
    if (allow(kind)) {
      return Optional.empty();
    }
    var who = this == PUBLIC ? "no site of the Internet" : "nobody";
    return Optional.of(host + " is at " + kind.words() + ", where " + who + " may send an agent.");
  }

  /// {@return the addresses to which a host may send its clients on}
  public Destinations onward() {
    return this == ANY ? INSIDE : this;
  }
}
