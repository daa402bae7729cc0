package dev.sojourn.atp.agent;

import java.util.Optional;

/// Whose signatures count. Safe for use by several threads.
@FunctionalInterface
public interface TrustList {

  /// Trusts nobody.
  TrustList NOBODY = _ -> Optional.empty();

  /// {@return who holds the key, if they are trusted}
  ///
  /// @param keyId the key's thumbprint
  Optional<TrustedSigner> signer(String keyId);
}
