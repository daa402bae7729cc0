package dev.sojourn.identity.trust;

import java.util.List;

/// The answer of a [TrustList] about a key.
public sealed interface TrustLookup {

  /// The key is known, and trusted as one of these; usually there is one.
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

  /// The key of this name is trusted, whatever its bytes: the signer brings it along.
  ///
  /// @param name how the operator calls its owner
  record ByThumbprint(String name) implements TrustLookup {}

  /// The key is not known here.
  record Unknown() implements TrustLookup {}

  /// Whether the key is known is not clear now: somebody trusted publishes keys, and these cannot
  /// be read.
  ///
  /// @param sentence why; for the operator, since it names the signers that this host trusts
  record Unavailable(String sentence) implements TrustLookup {}
}
