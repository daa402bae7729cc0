package dev.sojourn.identity.trust;

import java.util.List;
import java.util.Optional;

/// The signers whose signatures count. Safe for use by several threads.
@FunctionalInterface
public interface TrustList {

  /// Trusts nobody.
  TrustList NOBODY = _ -> Optional.empty();

  /// {@return the holder of the key, if trusted}
  ///
  /// @param keyId the key's thumbprint
  Optional<TrustedSigner> signer(String keyId);

  /// Looks a key up if there may be more to say than yes or no. May take as long as the fetch of a
  /// key directory.
  ///
  /// @param keyId the key's thumbprint
  /// @return its holder, or why that is not known
  default TrustLookup lookUp(String keyId) {
    return signer(keyId)
        .<TrustLookup>map(signer -> new TrustLookup.Known(List.of(signer)))
        .orElseGet(TrustLookup.Unknown::new);
  }

  /// Looks a key up that is known, but not under the URL that a passport names. Only then is it
  /// worth waiting for that URL: the key has proven that its owner claims the URL.
  ///
  /// @param keyId the key's thumbprint
  /// @param url in normal form
  /// @return its holder under that URL, or why that is not known
  default TrustLookup lookUp(String keyId, String url) {
    return lookUp(keyId);
  }
}
