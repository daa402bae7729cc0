package dev.sojourn.host.config;

import java.net.InetSocketAddress;
import java.util.Optional;

/// The settings of the page with health and metrics.
///
/// @param listen `metrics.listen`: address and port of the page; port 0 picks a free port. Default
///   none: there is no such page
/// @param beyondLoopback `metrics.beyond-loopback`: whether other machines may reach the page.
///   Default false
public record MetricsConfig(Optional<InetSocketAddress> listen, boolean beyondLoopback) {}
