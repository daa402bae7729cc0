package dev.sojourn.host.daemon;

import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.identity.trust.TrustList;
import dev.sojourn.identity.trust.TrustLookup;
import dev.sojourn.identity.trust.TrustedSigner;
import java.util.List;
import java.util.Optional;

/// The trust in keys that sign requests about stored agents. A key that is trusted by its
/// thumbprint is read from the store, where an agent brought it. If a key cannot be looked up now,
/// only the owner of a stored agent is informed. For other signers the key is unknown, as if all
/// directories had answered.
final class StoredOwnerKeys {
  private StoredOwnerKeys() {}

  static TrustList of(TrustList trusted, Store store) {
    return new TrustList() {
      @Override
      public Optional<TrustedSigner> signer(String keyId) {
        return lookUp(keyId) instanceof TrustLookup.Known(var signers)
            ? Optional.of(signers.getFirst())
            : Optional.empty();
      }

      @Override
      public TrustLookup lookUp(String keyId) {
        var lookup = trusted.lookUp(keyId);
        try {
          return switch (lookup) {
            case TrustLookup.Known _, TrustLookup.Unknown _ -> lookup;
            case TrustLookup.Unavailable _ ->
                store.hasAgentOf(keyId) ? lookup : new TrustLookup.Unknown();
            case TrustLookup.ByThumbprint(var name) ->
                store
                    .ownerKey(keyId)
                    .<TrustLookup>map(
                        key -> new TrustLookup.Known(List.of(new TrustedSigner(name, key))))
                    .orElse(lookup);
          };
        } catch (StoreException _) {
          return new TrustLookup.Unavailable("The disk of this host failed.");
        }
      }
    };
  }
}
