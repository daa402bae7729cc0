package dev.sojourn.identity.trust;

import dev.sojourn.identity.key.SecondVerifyKey;
import dev.sojourn.identity.key.VerifyKey;
import java.util.List;
import java.util.Optional;

/// A signer whose signature counts here.
///
/// @param name how the operator calls them, as `crawler.example`
/// @param key verifies their signatures
/// @param url the URL that publishes the key, where it is trusted as one of that URL: the signer
///   must then name it
/// @param productToken the only one under which their agents may visit, where their card names one
/// @param second keys of which one must have signed, too; where there is none, one signature is
///   enough
public record TrustedSigner(
    String name,
    VerifyKey key,
    Optional<String> url,
    Optional<String> productToken,
    List<SecondVerifyKey> second) {

  /// Copies the list.
  public TrustedSigner {
    second = List.copyOf(second);
  }

  /// Someone known by one key.
  ///
  /// @param name how the operator calls them
  /// @param key verifies their signatures
  public TrustedSigner(String name, VerifyKey key) {
    this(name, key, Optional.empty(), Optional.empty(), List.of());
  }
}
