package dev.sojourn.host.config;

import dev.sojourn.atp.tls.TlsFiles;
import dev.sojourn.visit.content.PrivatePaths;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The configuration of a host daemon.
///
/// @param listen `listen`: addresses and ports, such as `127.0.0.1:10434`; port 0 picks a free
///   port. Default `127.0.0.1:10434`, and `127.0.0.1:10435` with `[tls]`
/// @param data `data`: the directory of the store, created if missing; relative to the
///   configuration file
/// @param sites `[[site]]`: at least one, each with a different origin
/// @param trust `[[trust]]`: the signers whose agents are accepted. Without a table no agents are
///   accepted
/// @param hosts `[[host]]`: the hosts whose statements about stays are trusted, each with a key
///   file. Without a table no statements are trusted
/// @param identity `[identity]`
/// @param limits `[limits]`
/// @param policy `[policy]`
/// @param audit `[audit]`
/// @param tls `[tls]`: the certificate. Without a certificate the host uses plain `atp:`
/// @param wire `[wire]`
/// @param metrics `[metrics]`
/// @param log `[log]`
/// @param control `[control]`
/// @param onward `[onward]`
/// @param privatePaths the paths that no site may serve: the configuration, the data, keys and
///   certificates
public record HostConfig(
    List<InetSocketAddress> listen,
    Path data,
    List<SiteConfig> sites,
    List<TrustConfig> trust,
    List<TrustConfig> hosts,
    IdentityConfig identity,
    LimitsConfig limits,
    PolicyConfig policy,
    AuditConfig audit,
    Optional<TlsFiles> tls,
    WireConfig wire,
    MetricsConfig metrics,
    LogConfig log,
    ControlConfig control,
    OnwardConfig onward,
    PrivatePaths privatePaths) {
  /// Copies the lists.
  public HostConfig {
    listen = List.copyOf(listen);
    sites = List.copyOf(sites);
    trust = List.copyOf(trust);
    hosts = List.copyOf(hosts);
  }

  /// {@return this configuration with other trusted signers and hosts}
  ///
  /// @param owners the entries that replace `[[trust]]`
  /// @param others the entries that replace `[[host]]`
  public HostConfig withTrust(List<TrustConfig> owners, List<TrustConfig> others) {
    return new HostConfig(
        listen,
        data,
        sites,
        owners,
        others,
        identity,
        limits,
        policy,
        audit,
        tls,
        wire,
        metrics,
        log,
        control,
        onward,
        privatePaths);
  }

  /// {@return this configuration with another policy, and without hosts that this policy forbids}
  ///
  /// @param inForce the other policy
  public HostConfig under(PolicyConfig inForce) {
    return new HostConfig(
        listen,
        data,
        sites,
        trust,
        hosts,
        identity,
        limits,
        inForce,
        audit,
        tls,
        wire,
        metrics,
        log,
        control,
        onward.only(inForce::letsGoTo),
        privatePaths);
  }
}
