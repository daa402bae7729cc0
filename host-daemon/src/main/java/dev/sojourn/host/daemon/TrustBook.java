package dev.sojourn.host.daemon;

import dev.sojourn.atp.agent.TrustList;
import dev.sojourn.atp.agent.TrustLookup;
import dev.sojourn.atp.agent.TrustedSigner;
import dev.sojourn.atp.identity.AgentUrl;
import dev.sojourn.atp.identity.KeyLookup;
import dev.sojourn.host.config.TrustConfig;
import dev.sojourn.host.config.TrustSource;
import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The owners that the configuration names: by keys, by the URLs that publish their keys, and by
/// thumbprints. Only URLs of the configuration are ever fetched, never one that a stranger names.
final class TrustBook implements TrustList {

  private final Map<String, TrustedSigner> byKeyId = new HashMap<>();
  private final Map<AgentUrl, String> byUrl = new LinkedHashMap<>();
  private final Map<String, String> byThumbprint = new HashMap<>();
  private final KeyLookup directories;

  TrustBook(List<TrustConfig> owners, KeyLookup directories) {
    this.directories = directories;
    for (var owner : owners) {
      switch (owner.source()) {
        case TrustSource.KeyFile(_, var keys) -> {
          for (var key : keys.keys()) {
            byKeyId.putIfAbsent(
                key.id(),
                new TrustedSigner(
                    owner.name(), key, Optional.empty(), Optional.empty(), keys.second()));
          }
        }
        case TrustSource.Url(var url) -> byUrl.putIfAbsent(url, owner.name());
        case TrustSource.Thumbprint(var keyId) -> byThumbprint.putIfAbsent(keyId, owner.name());
      }
    }
  }

  @Override
  public Optional<TrustedSigner> signer(String keyId) {
    return lookUp(keyId) instanceof TrustLookup.Known(var signers)
        ? Optional.of(signers.getFirst())
        : Optional.empty();
  }

  @Override
  public TrustLookup lookUp(String keyId) {
    var own = byKeyId.get(keyId);
    if (own != null) {
      return new TrustLookup.Known(List.of(own));
    }
    var name = byThumbprint.get(keyId);
    if (name != null) {
      return new TrustLookup.ByThumbprint(name);
    }
    var published = new ArrayList<TrustedSigner>();
    var missing = new ArrayList<String>();
    for (var url : byUrl.entrySet()) {
      switch (directories.find(url.getKey(), keyId)) {
        case KeyLookup.Result.Published(var key, var token) ->
            published.add(
                new TrustedSigner(
                    url.getValue(), key, Optional.of(url.getKey().text()), token, List.of()));
        case KeyLookup.Result.Unavailable(var sentence) -> missing.add(sentence);
        case KeyLookup.Result.NotPublished _ -> {}
      }
    }
    if (!published.isEmpty()) {
      return new TrustLookup.Known(published);
    }
    return missing.isEmpty()
        ? new TrustLookup.Unknown()
        : new TrustLookup.Unavailable(missing.getFirst());
  }

  /// The same for requests about agents that are here: a key that is trusted by its thumbprint came
  /// with one of them.
  TrustList withKeysOf(Store store) {
    var book = this;
    return new TrustList() {
      @Override
      public Optional<TrustedSigner> signer(String keyId) {
        return lookUp(keyId) instanceof TrustLookup.Known(var signers)
            ? Optional.of(signers.getFirst())
            : Optional.empty();
      }

      @Override
      public TrustLookup lookUp(String keyId) {
        var lookup = book.lookUp(keyId);
        if (!(lookup instanceof TrustLookup.ByThumbprint(var name))) {
          return lookup;
        }
        try {
          return store
              .ownerKey(keyId)
              .<TrustLookup>map(key -> new TrustLookup.Known(List.of(new TrustedSigner(name, key))))
              .orElse(lookup);
        } catch (StoreException _) {
          return new TrustLookup.Unavailable("The disk of this host failed.");
        }
      }
    };
  }
}
