package dev.sojourn.atp.client;

import dev.sojourn.atp.AddressKind;
import dev.sojourn.atp.AtpAddress;
import java.util.Optional;

/// Which addresses a connection may lead to. It depends on who named the host.
public enum Destinations {
  /// Any: whoever named the host may name machines of this network, too.
  ANY,

  /// Those of the open Internet. A stranger who names a host would otherwise choose a machine that
  /// only this one can reach, and have something sent there.
  PUBLIC;

  /// {@return why no connection to an address is made, one sentence, or empty if one may be}
  ///
  /// @param host as it was named
  /// @param kind of the address that it has
  public Optional<String> objection(AtpAddress host, AddressKind kind) {
    return this == ANY || kind.isPublic()
        ? Optional.empty()
        : Optional.of(
            host + " is at " + kind.words() + ", where no site of the Internet may send an agent.");
  }
}
