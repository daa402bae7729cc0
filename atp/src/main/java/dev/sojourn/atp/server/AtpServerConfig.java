package dev.sojourn.atp.server;

import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.atp.wire.WireLimits;
import java.net.InetSocketAddress;
import java.util.Optional;

/// The configuration of a server: its address and its limits.
///
/// @param bind address and port to listen on; port 0 picks a free one
/// @param tls the certificate to show; where there is none, connections are plain
/// @param limits sizes of messages
/// @param timeouts of connections
/// @param capacity how much at once
/// @param peers whose connections are taken in
public record AtpServerConfig(
    InetSocketAddress bind,
    Optional<TlsFiles> tls,
    WireLimits limits,
    ServerTimeouts timeouts,
    ServerCapacity capacity,
    AddressFilter peers) {}
