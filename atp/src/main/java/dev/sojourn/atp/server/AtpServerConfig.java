package dev.sojourn.atp.server;

import dev.sojourn.atp.AtpAddress;
import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.atp.wire.WireLimits;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.Set;

/// Where a server listens and what it bears.
///
/// @param bind address and port to listen on; port 0 picks a free one
/// @param names the addresses under which the server is known; a request with an absolute URI that
///   names another is answered with 402. Empty: any name will do
/// @param tls the certificate to show; where there is none, connections are plain
/// @param limits sizes of messages
/// @param timeouts of connections
/// @param capacity how much at once
public record AtpServerConfig(
    InetSocketAddress bind,
    Set<AtpAddress> names,
    Optional<TlsFiles> tls,
    WireLimits limits,
    ServerTimeouts timeouts,
    ServerCapacity capacity) {

  /// Copies the set.
  public AtpServerConfig {
    names = Set.copyOf(names);
  }

  /// {@return the defaults: any name, no TLS, default limits}
  ///
  /// @param bind address and port to listen on; port 0 picks a free one
  public static AtpServerConfig of(InetSocketAddress bind) {
    return new AtpServerConfig(
        bind,
        Set.of(),
        Optional.empty(),
        WireLimits.DEFAULT,
        ServerTimeouts.DEFAULT,
        ServerCapacity.DEFAULT);
  }
}
