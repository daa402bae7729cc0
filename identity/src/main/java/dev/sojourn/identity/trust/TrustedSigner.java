package dev.sojourn.identity.trust;

import dev.sojourn.identity.key.VerifyKey;
import java.util.Optional;

/// A signer whose signature is trusted here.
///
/// @param name the operator's name for the signer, such as `crawler.example`
/// @param key verifies their signatures
/// @param url the URL that publishes the key, if the key is trusted only under this URL: the signer
///   must then name it
/// @param productToken the only product token that their agents may use, if their card names it
public record TrustedSigner(
    String name, VerifyKey key, Optional<String> url, Optional<String> productToken) {

  /// Creates a signer known by one key.
  ///
  /// @param name the operator's name for the signer
  /// @param key verifies their signatures
  public TrustedSigner(String name, VerifyKey key) {
    this(name, key, Optional.empty(), Optional.empty());
  }
}
