package dev.sojourn.identity.trust;

import java.util.List;
import java.util.Optional;

/// The trusted signers. Safe for use by several threads.
@FunctionalInterface
public interface TrustList {

  /// Trusts nobody.
  TrustList NOBODY = _ -> Optional.empty();

  /// {@return the holder of the key, if trusted}
  ///
  /// @param keyId the key's thumbprint
  Optional<TrustedSigner> signer(String keyId);

  /// Looks up a key, with a more precise answer than [#signer]. May take as long as the fetch of a
  /// key directory.
  ///
  /// @param keyId the key's thumbprint
  /// @return its holder, or why the holder is unknown
  default TrustLookup lookUp(String keyId) {
    return signer(keyId)
        .<TrustLookup>map(signer -> new TrustLookup.Known(List.of(signer)))
        .orElseGet(TrustLookup.Unknown::new);
  }

  /// Looks up a known key under the URL that a passport names, if the key is not known under this
  /// URL yet. Only then is the fetch worth its time: the signature has proven that the owner of the
  /// key claims the URL.
  ///
  /// @param keyId the key's thumbprint
  /// @param url in normal form
  /// @return its holder under this URL, or why the holder is unknown
  default TrustLookup lookUp(String keyId, String url) {
    return lookUp(keyId);
  }
}
