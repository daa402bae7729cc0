package dev.sojourn.host.config;

import dev.sojourn.identity.net.AtpAddress;
import dev.sojourn.identity.trust.TrustEntry;
import dev.sojourn.identity.trust.TrustSource;
import java.util.List;

/// A signer whose agents are taken in, or a host whose statements count.
///
/// @param name `trust.name`, `host.name`: how the operator calls them
/// @param source the file, URL or thumbprint by which their keys are known
/// @param limits of all their visits together
/// @param addresses `host.addresses`: the addresses of a host: its statements count for stays at
///   these alone; none for signers
public record TrustConfig(
    String name, TrustSource source, SignerLimits limits, List<AtpAddress> addresses) {
  /// Copies the list.
  public TrustConfig {
    addresses = List.copyOf(addresses);
  }

  /// Somebody without limits of their own.
  ///
  /// @param name how the operator calls them
  /// @param source the file, URL or thumbprint by which their keys are known
  public TrustConfig(String name, TrustSource source) {
    this(name, source, SignerLimits.NONE, List.of());
  }

  /// {@return the same with other keys}
  ///
  /// @param other by which they are known
  public TrustConfig withSource(TrustSource other) {
    return new TrustConfig(name, other, limits, addresses);
  }

  /// {@return the same without limits}
  public TrustEntry entry() {
    return new TrustEntry(name, source);
  }
}
