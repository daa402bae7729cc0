package dev.sojourn.host.config;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.List;

/// The settings for forwarding requests that name another host.
///
/// @param targets `wire.proxy-targets`: the only hosts to which requests are forwarded. Default
///   none: requests for other hosts are refused
/// @param authorities `wire.proxy-authorities`: the authorities trusted to certify `atps:` targets.
///   Default the authorities of the Java runtime
/// @param time `wire.proxy-time`: the time for a target to answer; for COLLECT, the time it may be
///   held back is added; 100 ms to 5 min. Default 30 s
/// @param atOnce `wire.proxy-at-once`: requests forwarded at the same time; 1 to 10,000. Default 64
/// @param maxGateways `wire.proxy-gateways`: a request that has passed this many gateways is not
///   forwarded; 1 to 100. Default 5
public record ProxyConfig(
    List<AtpAddress> targets,
    TlsAuthorities authorities,
    Duration time,
    int atOnce,
    int maxGateways) {

  /// Copies the list.
  public ProxyConfig {
    targets = List.copyOf(targets);
  }
}
