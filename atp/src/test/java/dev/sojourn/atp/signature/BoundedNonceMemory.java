package dev.sojourn.atp.signature;

import dev.sojourn.identity.signature.NonceMemory;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.PriorityQueue;
import java.util.Set;

/// Nonces kept in the heap until they expire, up to a fixed number. Forgets all when the program
/// ends.
public final class BoundedNonceMemory implements NonceMemory {

  private final int capacity;
  private final InstantSource clock;
  private final Set<Key> used = new HashSet<>();
  private final PriorityQueue<Entry> byExpiry = new PriorityQueue<>();

  /// Creates an empty memory.
  ///
  /// @param capacity nonces that have not expired; about 200 bytes each
  /// @param clock the time
  public BoundedNonceMemory(int capacity, InstantSource clock) {
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity: " + capacity + " (expected: positive)");
    }
    this.capacity = capacity;
    this.clock = clock;
  }

  @Override
  public synchronized Use use(String keyId, String nonce, Instant created, Instant expires) {
    forgetExpired();
    var key = new Key(keyId, nonce);
    if (used.contains(key)) {
      return Use.USED;
    }
    if (used.size() == capacity) {
      return Use.FULL;
    }
    used.add(key);
    byExpiry.add(new Entry(key, expires));
    return Use.FRESH;
  }

  private void forgetExpired() {
    var now = clock.instant();
    var next = byExpiry.peek();
    while (next != null && next.expires().isBefore(now)) {
      byExpiry.remove();
      used.remove(next.key());
      next = byExpiry.peek();
    }
  }

  private record Key(String keyId, String nonce) {}

  private record Entry(Key key, Instant expires) implements Comparable<Entry> {
    @Override
    public int compareTo(Entry other) {
      return expires.compareTo(other.expires);
    }
  }
}
