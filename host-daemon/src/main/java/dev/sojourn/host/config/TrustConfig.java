package dev.sojourn.host.config;

import dev.sojourn.identity.trust.TrustEntry;
import dev.sojourn.identity.trust.TrustSource;

/// A signer whose agents are taken in, or a host whose statements count.
///
/// @param name `trust.name`, `host.name`: how the operator calls them
/// @param source the file, URL or thumbprint by which their keys are known
/// @param limits of all their visits together
public record TrustConfig(String name, TrustSource source, SignerLimits limits) {

  /// Somebody without limits of their own.
  ///
  /// @param name how the operator calls them
  /// @param source the file, URL or thumbprint by which their keys are known
  public TrustConfig(String name, TrustSource source) {
    this(name, source, SignerLimits.NONE);
  }

  /// {@return the same without limits}
  public TrustEntry entry() {
    return new TrustEntry(name, source);
  }
}
