package dev.sojourn.host.config;

import dev.sojourn.atp.agent.PackageLimits;
import dev.sojourn.atp.server.AddressFilter;
import dev.sojourn.atp.server.ServerCapacity;
import dev.sojourn.atp.server.ServerTimeouts;
import dev.sojourn.atp.wire.WireLimits;

/// The limits and times of connections to this host.
///
/// @param messages `wire.start-line`, `wire.headers`, `wire.header-bytes`, `wire.body`
/// @param timeouts `wire.handshake-time`, `wire.head-time`, `wire.body-time`, `wire.idle-time`,
///   `wire.write-time`, `wire.closing-time`
/// @param capacity `wire.connections`, `wire.connections-per-address`,
///   `wire.connections-per-network`, `wire.requests-per-connection`, `wire.body-memory`,
///   `wire.body-memory-per-address`, `wire.body-memory-per-network`, `wire.unpack-at-once`
/// @param mail `wire.message-chars`, `wire.messages-waiting`, `wire.message-time`
/// @param proxy `wire.proxy-targets`, `wire.proxy-authorities`, `wire.proxy-time`,
///   `wire.proxy-at-once`, `wire.proxy-gateways`
/// @param peers `wire.allow-from`, `wire.deny-from`, `wire.balancers`
/// @param packages `wire.passport`, `wire.code`, `wire.state`, `wire.hops`, `wire.hop-bytes`
public record WireConfig(
    WireLimits messages,
    ServerTimeouts timeouts,
    ServerCapacity capacity,
    MailConfig mail,
    ProxyConfig proxy,
    AddressFilter peers,
    PackageLimits packages) {}
