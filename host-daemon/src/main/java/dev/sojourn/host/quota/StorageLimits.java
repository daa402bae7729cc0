package dev.sojourn.host.quota;

import java.util.Optional;

/// The limits of the disk space of agents, including states, code and parcels.
///
/// @param signerBytes the limit for agents of one signer, with all keys of the signer
/// @param allBytes the limit for all agents
public record StorageLimits(long signerBytes, long allBytes) {
  /// No limit besides the size of the disk.
  public static final StorageLimits NONE = new StorageLimits(Long.MAX_VALUE, Long.MAX_VALUE);

  /// The limit that would be exceeded.
  public enum Share {
    /// The share of one signer.
    SIGNER,
    /// The share of all signers together.
    ALL
  }

  /// {@return the limit that would be exceeded, the signer's first; empty if there is room}
  ///
  /// @param ofSigner the bytes that the agents of the signer would take
  /// @param ofAll the bytes that all agents would take
  public Optional<Share> exceeded(long ofSigner, long ofAll) {
    if (ofSigner > signerBytes) {
      return Optional.of(Share.SIGNER);
    }
    return ofAll > allBytes ? Optional.of(Share.ALL) : Optional.empty();
  }
}
