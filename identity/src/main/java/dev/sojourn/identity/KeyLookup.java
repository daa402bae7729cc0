package dev.sojourn.identity;

import dev.sojourn.identity.key.VerifyKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Finds keys by URL and key id. A key of one URL does not count for another URL.
@FunctionalInterface
public interface KeyLookup {

  /// Looks up a key; may take as long as the fetch of a directory.
  ///
  /// @param url the URL that publishes the key
  /// @param keyId thumbprint
  /// @return the key, or why there is no key
  Result find(AgentUrl url, String keyId);

  /// {@return the key, if it is known and fresh, so that no request is needed}
  ///
  /// @param url the URL that publishes the key
  /// @param keyId thumbprint
  default Optional<Result.Published> known(AgentUrl url, String keyId) {
    return Optional.empty();
  }

  /// Looks up a key without waiting, so that several URLs can be fetched at the same time.
  ///
  /// @param url the URL that publishes the key
  /// @param keyId thumbprint
  /// @return the result of [#find]; already complete if no fetch is needed
  default CompletableFuture<Result> ask(AgentUrl url, String keyId) {
    return CompletableFuture.completedFuture(find(url, keyId));
  }

  /// The outcome of a lookup.
  sealed interface Result {

    /// The URL publishes the key now.
    ///
    /// @param key the key
    /// @param productToken from the card, if the URL has a card
    record Published(VerifyKey key, Optional<String> productToken) implements Result {}

    /// The URL publishes keys, but not this one.
    record NotPublished() implements Result {}

    /// The document of the URL is unavailable now.
    ///
    /// @param sentence why
    record Unavailable(String sentence) implements Result {}
  }
}
