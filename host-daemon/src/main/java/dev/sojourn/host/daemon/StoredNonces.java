package dev.sojourn.host.daemon;

import dev.sojourn.host.store.Store;
import dev.sojourn.host.store.StoreException;
import dev.sojourn.identity.signature.NonceMemory;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;

/// Nonces of signed requests in the store, so that no request can be replayed after a restart.
///
/// @param store stores the nonces
/// @param clock the time
record StoredNonces(Store store, InstantSource clock) implements NonceMemory {
  @Override
  public Use use(String keyId, String nonce, Instant created, Instant expires) {
    try {
      return store.useNonce(keyId, nonce, created, expires, clock.instant());
    } catch (StoreException e) {
      throw new UncheckedIOException(e);
    }
  }
}
