package dev.sojourn.identity.signature;

import java.time.Instant;

/// Remembers which nonces were used, so that each is good once. Safe for use by several threads.
@FunctionalInterface
public interface NonceMemory {

  /// Uses a nonce up.
  ///
  /// @param keyId the key that used the nonce; nonces of different keys do not collide
  /// @param nonce the nonce
  /// @param created when its signature was made
  /// @param expires after this it may be forgotten
  /// @return whether it was fresh
  /// @throws java.io.UncheckedIOException if the disk of the memory fails: the use is unknown, so
  ///   the request must be refused
  Use use(String keyId, String nonce, Instant created, Instant expires);

  /// The outcome of using a nonce.
  enum Use {
    /// Never seen before.
    FRESH,
    /// Used before.
    USED,
    /// Its signature was made in a time whose nonces may have been forgotten, as in a crash. It may
    /// be a repetition, so the request must be refused. A request that is signed now will do.
    UNCERTAIN,
    /// The memory is full of nonces that have not expired, so the request must be refused.
    FULL
  }
}
