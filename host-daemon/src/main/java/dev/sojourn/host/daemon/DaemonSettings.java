package dev.sojourn.host.daemon;

import dev.sojourn.atp.agent.VerifierSettings;
import dev.sojourn.atp.client.ClientSettings;
import dev.sojourn.atp.server.AtpServerConfig;
import dev.sojourn.atp.signature.RequestVerifier;
import dev.sojourn.fetch.directory.KeyDirectoryCache;
import dev.sojourn.host.config.HostConfig;
import dev.sojourn.host.rules.CurrentRules;
import dev.sojourn.identity.net.AtpAddress;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Set;
import javax.net.ssl.SSLContext;

/// The settings of the parts of a daemon, made from its configuration.
final class DaemonSettings {
  private DaemonSettings() {}

  static KeyDirectoryCache directories(HostConfig config, InstantSource clock) throws IOException {
    return new KeyDirectoryCache(
        tls(config),
        config.identity().privateAddresses(),
        config.identity().directories(),
        clock,
        config.data().resolve("directories"));
  }

  static VerifierSettings verifier(HostConfig config, CurrentRules rules, Set<AtpAddress> names) {
    var policy = config.policy();
    return new VerifierSettings(
        rules.owners(),
        rules.hosts(),
        rules::isHostAt,
        names,
        policy.passportValidity(),
        policy.clockSkew());
  }

  static RequestVerifier.Times signatureTimes(HostConfig config) {
    return new RequestVerifier.Times(
        config.policy().signatureValidity(), config.policy().clockSkew());
  }

  /// Uses the size limits of this host, so that it can forward every message that it accepts.
  static ClientSettings forwarding(HostConfig config) {
    return ClientSettings.DEFAULT
        .withLimits(config.wire().messages())
        .withResponse(config.wire().proxy().time())
        .withAuthorities(config.wire().proxy().authorities());
  }

  /// A configured name is better than the listening address. Many hosts listen at 0.0.0.0, and each
  /// would mistake requests of the others for its own.
  static AtpAddress nameAsGateway(HostConfig config, AtpAddress address) {
    var names = config.policy().names();
    return names.isEmpty() ? address : names.getFirst();
  }

  private static SSLContext tls(HostConfig config) throws IOException {
    try {
      var own = config.identity().authorities();
      return own.isPresent() ? own.get() : SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("The Java runtime has no TLS.", e);
    }
  }

  static AtpServerConfig server(HostConfig config) {
    var wire = config.wire();
    return new AtpServerConfig(
        config.listen(),
        config.tls(),
        wire.messages(),
        wire.timeouts(),
        DescriptorLimit.bound(wire.capacity()),
        wire.peers());
  }
}
