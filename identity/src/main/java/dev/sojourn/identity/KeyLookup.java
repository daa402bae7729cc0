package dev.sojourn.identity;

import dev.sojourn.identity.key.VerifyKey;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// Finds keys by the pair of URL and key id. A key that one URL publishes says nothing about
/// another URL.
@FunctionalInterface
public interface KeyLookup {

  /// Looks a key up; may take as long as fetching a directory does.
  ///
  /// @param url the URL that publishes the key
  /// @param keyId thumbprint
  /// @return the key, or why there is none
  Result find(AgentUrl url, String keyId);

  /// {@return the key, if it is known, fresh, and so at hand without a request}
  ///
  /// @param url the URL that publishes the key
  /// @param keyId thumbprint
  default Optional<Result.Published> known(AgentUrl url, String keyId) {
    return Optional.empty();
  }

  /// Looks a key up without waiting, so that several URLs can be asked at the same time.
  ///
  /// @param url the URL that publishes the key
  /// @param keyId thumbprint
  /// @return the result of [#find]; complete already if no fetch is needed
  default CompletableFuture<Result> ask(AgentUrl url, String keyId) {
    return CompletableFuture.completedFuture(find(url, keyId));
  }

  /// The outcome of a lookup.
  sealed interface Result {

    /// The URL publishes the key now.
    ///
    /// @param key the key
    /// @param productToken the one that the URL's card names, if it is a card
    record Published(VerifyKey key, Optional<String> productToken) implements Result {}

    /// The URL publishes keys, but not this one.
    record NotPublished() implements Result {}

    /// The document of the URL cannot be read now.
    ///
    /// @param sentence why
    record Unavailable(String sentence) implements Result {}
  }
}
