package dev.sojourn.identity.trust;

import dev.sojourn.identity.key.VerifyKey;
import java.util.Optional;

/// A signer whose signature counts here.
///
/// @param name how the operator calls them, as `crawler.example`
/// @param key verifies their signatures
/// @param url the URL that publishes the key, if it is trusted as one of that URL: the signer must
///   then name it
/// @param productToken the only one under which their agents may visit, if their card names one
public record TrustedSigner(
    String name, VerifyKey key, Optional<String> url, Optional<String> productToken) {

  /// A signer known by one key.
  ///
  /// @param name how the operator calls them
  /// @param key verifies their signatures
  public TrustedSigner(String name, VerifyKey key) {
    this(name, key, Optional.empty(), Optional.empty());
  }
}
