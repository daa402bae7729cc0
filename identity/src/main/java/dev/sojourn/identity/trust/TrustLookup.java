package dev.sojourn.identity.trust;

import java.util.List;

/// The answer of a [TrustList] about a key.
public sealed interface TrustLookup {

  /// The key is known and trusted as the key of these signers, usually one.
  ///
  /// @param signers each with this key; at least one
  record Known(List<TrustedSigner> signers) implements TrustLookup {
    /// Copies the list.
    public Known {
      signers = List.copyOf(signers);
      if (signers.isEmpty()) {
        throw new IllegalArgumentException("signers: [] (expected: at least one)");
      }
    }
  }

  /// The key with this thumbprint is trusted; the signer sends the key itself.
  ///
  /// @param name the operator's name for its owner
  record ByThumbprint(String name) implements TrustLookup {}

  /// The key is unknown here.
  record Unknown() implements TrustLookup {}

  /// It is uncertain whether the key is trusted, since the published keys of a trusted signer are
  /// unavailable now.
  ///
  /// @param sentence the reason; only for the operator, since it names the signers that this host
  ///   trusts
  record Unavailable(String sentence) implements TrustLookup {}
}
