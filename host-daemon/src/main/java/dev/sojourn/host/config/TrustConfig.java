package dev.sojourn.host.config;

import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustEntry;
import dev.sojourn.identity.trust.TrustSource;
import java.util.List;

/// A signer whose agents are accepted, or a host whose statements are trusted.
///
/// @param name `trust.name`, `host.name`: the operator's name for the signer or host
/// @param source the file, URL or thumbprint that identifies the keys
/// @param limits the limits of all visits of the signer together
/// @param addresses `host.addresses`: the addresses of a host. Only its statements about stays at
///   these addresses are trusted. Empty for signers
public record TrustConfig(
    String name, TrustSource source, SignerLimits limits, List<AtpAddress> addresses) {
  /// Copies the list.
  public TrustConfig {
    addresses = List.copyOf(addresses);
  }

  /// Creates an entry without limits of its own.
  ///
  /// @param name the operator's name for the signer or host
  /// @param source the file, URL or thumbprint that identifies the keys
  public TrustConfig(String name, TrustSource source) {
    this(name, source, SignerLimits.NONE, List.of());
  }

  /// {@return this entry with other keys}
  ///
  /// @param other the file, URL or thumbprint that identifies the other keys
  public TrustConfig withSource(TrustSource other) {
    return new TrustConfig(name, other, limits, addresses);
  }

  /// {@return this entry without limits}
  public TrustEntry entry() {
    return new TrustEntry(name, source);
  }
}
