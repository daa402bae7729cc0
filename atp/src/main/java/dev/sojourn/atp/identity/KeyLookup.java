package dev.sojourn.atp.identity;

import dev.sojourn.atp.key.VerifyKey;
import java.util.Optional;

/// Finds keys by the pair of URL and key id. A key that one URL publishes says nothing about
/// another URL.
@FunctionalInterface
public interface KeyLookup {

  /// Looks a key up; may take as long as fetching a directory does.
  ///
  /// @param url whose
  /// @param keyId thumbprint
  /// @return the key, or why there is none
  Result find(AgentUrl url, String keyId);

  /// What came of it.
  sealed interface Result {

    /// The URL publishes the key now.
    ///
    /// @param key the key
    /// @param productToken the one that the URL's card names, where it is a card
    record Published(VerifyKey key, Optional<String> productToken) implements Result {}

    /// The URL publishes keys, and this one is not among them.
    record NotPublished() implements Result {}

    /// What the URL publishes cannot be had now.
    ///
    /// @param sentence why
    record Unavailable(String sentence) implements Result {}
  }
}
