package dev.sojourn.host.config;

import dev.sojourn.atp.tls.TlsAuthorities;
import dev.sojourn.identity.net.AtpAddress;
import java.time.Duration;
import java.util.List;

/// The settings for forwarding requests that name another host.
///
/// @param targets `wire.proxy-targets`: the only hosts to which requests are forwarded. Default
///   none: such requests are refused
/// @param authorities `wire.proxy-authorities`: the authorities whose certificates of `atps:`
///   targets count. Default those of the Java runtime
/// @param time `wire.proxy-time`: for a target to answer, and for COLLECT as much longer as it may
///   be held back; 100 ms to 5 min. Default 30 s
/// @param atOnce `wire.proxy-at-once`: requests that are forwarded at once; 1 to 10,000. Default 64
/// @param maxGateways `wire.proxy-gateways`: a request that passed this many is not forwarded; 1 to
///   100. Default 5
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
