package dev.sojourn.atp.server;

import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.atp.wire.WireLimits;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

/// The configuration of a server: its addresses and limits.
///
/// @param bind addresses and ports to listen on, at least one; port 0 picks a free one
/// @param tls the certificate to show; if empty, connections are not encrypted
/// @param limits sizes of messages
/// @param timeouts of connections
/// @param capacity what the server handles at once
/// @param peers the filter of peers by address
public record AtpServerConfig(
    List<InetSocketAddress> bind,
    Optional<TlsFiles> tls,
    WireLimits limits,
    ServerTimeouts timeouts,
    ServerCapacity capacity,
    AddressFilter peers) {

  /// Copies the list.
  ///
  /// @throws IllegalArgumentException if it is empty
  public AtpServerConfig {
    bind = List.copyOf(bind);
    if (bind.isEmpty()) {
      throw new IllegalArgumentException("bind: [] (expected: at least one)");
    }
  }
}
