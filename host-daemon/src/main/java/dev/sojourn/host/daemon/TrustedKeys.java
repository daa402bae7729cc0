package dev.sojourn.host.daemon;

import dev.sojourn.atp.agent.TrustList;
import dev.sojourn.atp.agent.TrustedSigner;
import dev.sojourn.host.config.TrustConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The owners that the configuration names, by key.
final class TrustedKeys implements TrustList {
  private final Map<String, TrustedSigner> byKeyId;

  private TrustedKeys(Map<String, TrustedSigner> byKeyId) {
    this.byKeyId = byKeyId;
  }

  static TrustedKeys of(List<TrustConfig> owners) {
    var byKeyId = new HashMap<String, TrustedSigner>();
    for (var owner : owners) {
      for (var key : owner.keys().keys()) {
        byKeyId.putIfAbsent(key.id(), new TrustedSigner(owner.name(), key));
      }
    }
    return new TrustedKeys(Map.copyOf(byKeyId));
  }

  @Override
  public Optional<TrustedSigner> signer(String keyId) {
    return Optional.ofNullable(byKeyId.get(keyId));
  }
}
