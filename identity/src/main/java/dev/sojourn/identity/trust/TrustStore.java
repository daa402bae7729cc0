package dev.sojourn.identity.trust;

import dev.sojourn.identity.AgentUrl;
import dev.sojourn.identity.KeyLookup;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/// The signers that a program trusts: by keys, by the URLs that publish their keys, and by
/// thumbprints. Only URLs of the configuration are fetched, never a URL that an outsider names.
///
/// If a key is known under one URL, no other URL is fetched. A slow directory therefore delays only
/// signers whose key is not known under any URL.
public final class TrustStore implements TrustList {

  private final Map<String, TrustedSigner> byKeyId = new HashMap<>();
  private final Map<AgentUrl, String> byUrl = new LinkedHashMap<>();
  private final Map<String, String> byThumbprint = new HashMap<>();
  private final KeyLookup directories;

  /// Creates a store.
  ///
  /// @param owners the trusted signers; may be empty
  /// @param directories the source of the keys of URLs
  public TrustStore(List<TrustEntry> owners, KeyLookup directories) {
    this.directories = directories;
    for (var owner : owners) {
      switch (owner.source()) {
        case TrustSource.KeyFile(_, var keys) -> {
          for (var key : keys.keys()) {
            byKeyId.putIfAbsent(key.id(), new TrustedSigner(owner.name(), key));
          }
        }
        case TrustSource.Url(var url) -> byUrl.putIfAbsent(url, owner.name());
        case TrustSource.Thumbprint(var keyId) -> byThumbprint.putIfAbsent(keyId, owner.name());
      }
    }
  }

  /// {@return the operator's name for the owner of a key} Fetches nothing.
  ///
  /// @param keyId the key's thumbprint
  /// @param url the identity that the owner claims
  public String name(String keyId, Optional<String> url) {
    var own = byKeyId.get(keyId);
    if (own != null) {
      return own.name();
    }
    return byUrl.entrySet().stream()
        .filter(entry -> url.filter(entry.getKey().text()::equals).isPresent())
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseGet(() -> byThumbprint.getOrDefault(keyId, "a signer without a name here"));
  }

  /// {@return the operator's names for the owner of a key} These are the name in the list and the
  /// URL known to publish the key; empty if unknown. Fetches nothing.
  ///
  /// @param signer the key's thumbprint, or a URL of the list
  public List<String> namesOf(String signer) {
    var names = new ArrayList<String>();
    if (byKeyId.containsKey(signer)) {
      names.add(byKeyId.get(signer).name());
    }
    if (byThumbprint.containsKey(signer)) {
      names.add(byThumbprint.get(signer));
    }
    byUrl.forEach(
        (url, name) -> {
          if (url.text().equals(signer) || directories.known(url, signer).isPresent()) {
            names.add(name);
            names.add(url.text());
          }
        });
    return names;
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
    var known = new ArrayList<TrustedSigner>();
    byUrl.forEach(
        (url, owner) ->
            directories.known(url, keyId).ifPresent(p -> known.add(signer(owner, url, p))));
    return known.isEmpty() ? ask(keyId) : new TrustLookup.Known(known);
  }

  @Override
  public TrustLookup lookUp(String keyId, String url) {
    for (var owner : byUrl.entrySet()) {
      if (owner.getKey().text().equals(url)) {
        return switch (directories.find(owner.getKey(), keyId)) {
          case KeyLookup.Result.Published published ->
              new TrustLookup.Known(List.of(signer(owner.getValue(), owner.getKey(), published)));
          case KeyLookup.Result.Unavailable(var sentence) -> new TrustLookup.Unavailable(sentence);
          case KeyLookup.Result.NotPublished _ -> new TrustLookup.Unknown();
        };
      }
    }
    return new TrustLookup.Unknown();
  }

  /// Fetches all URLs at the same time, and waits until one publishes the key, or all have
  /// answered.
  private TrustLookup ask(String keyId) {
    var asked = new LinkedHashMap<AgentUrl, CompletableFuture<KeyLookup.Result>>();
    byUrl.keySet().forEach(url -> asked.put(url, directories.ask(url, keyId)));
    var enough = new ArrayList<CompletableFuture<?>>();
    enough.add(CompletableFuture.allOf(asked.values().toArray(CompletableFuture<?>[]::new)));
    asked.values().forEach(answer -> enough.add(answer.thenCompose(TrustStore::oncePublished)));
    try {
      CompletableFuture.anyOf(enough.toArray(CompletableFuture<?>[]::new)).get();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return new TrustLookup.Unavailable("This host ends.");
    } catch (ExecutionException e) {
      throw new IllegalStateException("a fetch reports its failures as values", e);
    }
    var published = new ArrayList<TrustedSigner>();
    var missing = new ArrayList<String>();
    asked.forEach(
        (url, answer) -> {
          switch (answer.getNow(new KeyLookup.Result.NotPublished())) {
            case KeyLookup.Result.Published p ->
                published.add(signer(byUrl.getOrDefault(url, ""), url, p));
            case KeyLookup.Result.Unavailable(var sentence) -> missing.add(sentence);
            case KeyLookup.Result.NotPublished _ -> {}
          }
        });
    if (!published.isEmpty()) {
      return new TrustLookup.Known(published);
    }
    return missing.isEmpty()
        ? new TrustLookup.Unknown()
        : new TrustLookup.Unavailable(missing.getFirst());
  }

  /// Completes only if the key is published; otherwise the other URLs decide.
  private static CompletableFuture<?> oncePublished(KeyLookup.Result result) {
    return result instanceof KeyLookup.Result.Published
        ? CompletableFuture.completedFuture(result)
        : new CompletableFuture<>();
  }

  private static TrustedSigner signer(
      String name, AgentUrl url, KeyLookup.Result.Published published) {
    return new TrustedSigner(
        name, published.key(), Optional.of(url.text()), published.productToken());
  }
}
