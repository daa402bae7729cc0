package dev.sojourn.host.quota;

import java.util.Optional;

/// The limits for the room that agents take on the disk, with their states, code and parcels.
///
/// @param signerBytes those of one signer, with all their keys
/// @param allBytes those of all
public record StorageLimits(long signerBytes, long allBytes) {
  /// No limit but the disk.
  public static final StorageLimits NONE = new StorageLimits(Long.MAX_VALUE, Long.MAX_VALUE);

  /// The limit that has no room.
  public enum Share {
    /// The share of one signer.
    SIGNER,
    /// The share of all together.
    ALL
  }

  /// {@return the limit that would be exceeded, the signer's first; empty if there is room}
  ///
  /// @param ofSigner bytes that the agents of the signer would take
  /// @param ofAll bytes that all agents would take
  public Optional<Share> exceeded(long ofSigner, long ofAll) {
    if (ofSigner > signerBytes) {
      return Optional.of(Share.SIGNER);
    }
    return ofAll > allBytes ? Optional.of(Share.ALL) : Optional.empty();
  }
}
