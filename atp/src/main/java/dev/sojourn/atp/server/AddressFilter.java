package dev.sojourn.atp.server;

import java.net.InetAddress;
import java.util.List;

/// The choice of the addresses whose connections are accepted. All others are closed without an
/// answer.
///
/// @param allow the only blocks whose connections are accepted; empty for all
/// @param deny blocks whose connections are never accepted, even within `allow`
/// @param balancers load balancers, whose connections begin with a header that names the peer
public record AddressFilter(
    List<AddressBlock> allow, List<AddressBlock> deny, List<AddressBlock> balancers) {

  /// Accepts all addresses.
  public static final AddressFilter NONE = new AddressFilter(List.of(), List.of(), List.of());

  /// Copies the lists.
  public AddressFilter {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    balancers = List.copyOf(balancers);
  }

  /// {@return whether connections from an address are accepted}
  ///
  /// @param address of a peer
  public boolean admits(InetAddress address) {
    return (allow.isEmpty() || allow.stream().anyMatch(block -> block.contains(address)))
        && deny.stream().noneMatch(block -> block.contains(address));
  }

  /// {@return whether connections from an address begin with a header that names the peer}
  ///
  /// @param address of the other end of a connection
  boolean isBalancer(InetAddress address) {
    return balancers.stream().anyMatch(block -> block.contains(address));
  }
}
