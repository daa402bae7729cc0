package dev.sojourn.atp.client;

import dev.sojourn.identity.net.AddressKind;
import java.net.InetAddress;
import java.net.UnknownHostException;

/// The resolver of host names, which also tells the kind of each address.
interface Network {

  /// {@return all addresses of a host, at least one, the preferred one first}
  InetAddress[] resolve(String host) throws UnknownHostException;

  /// {@return what an address is good for}
  AddressKind kind(InetAddress address);

  /// The one that this machine is in.
  record Real() implements Network {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      return InetAddress.getAllByName(host);
    }

    @Override
    public AddressKind kind(InetAddress address) {
      return AddressKind.of(address);
    }
  }
}
