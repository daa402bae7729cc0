package dev.sojourn.identity.signature;

import java.time.Instant;

/// Records used nonces, so that each is accepted only once. Safe for use by several threads.
@FunctionalInterface
public interface NonceMemory {

  /// Records the use of a nonce.
  ///
  /// @param keyId the key that used the nonce; nonces of different keys do not collide
  /// @param nonce the nonce
  /// @param created when its signature was made
  /// @param expires when the nonce may be forgotten
  /// @return whether it was fresh
  /// @throws java.io.UncheckedIOException if the disk fails: the request must be refused, since an
  ///   earlier use is unknown
  Use use(String keyId, String nonce, Instant created, Instant expires);

  /// The outcome of using a nonce.
  enum Use {
    /// Never seen before.
    FRESH,
    /// Used before.
    USED,
    /// Its signature was made at a time whose nonces may have been lost, for example in a crash.
    /// The request must be refused, since it may be a repetition. A newly signed request is
    /// accepted.
    UNCERTAIN,
    /// The memory is full of nonces that have not expired, so the request must be refused.
    FULL
  }
}
