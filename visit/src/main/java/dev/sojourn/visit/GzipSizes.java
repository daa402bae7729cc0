package dev.sojourn.visit;

import java.util.concurrent.atomic.AtomicLongArray;

/// A cache of the gzip sizes of bodies, by the first 64 bits of their digests. Many visits read the
/// same pages of a host, and compressing pages takes a third of the processor time.
///
/// Each body has one slot, which holds the digest and size of the last body stored there. Memory is
/// therefore bounded by half a megabyte. Two bodies are confused in one of 10^11 cases. Safe for
/// use by several threads.
///
/// ```
/// 63                      27 26       0
/// +-------------------------+----------+
/// | first 37 bits of digest | size     |    slot: the last 16 bits of the digest
/// +-------------------------+----------+
/// ```
final class GzipSizes {
  private static final int SLOTS = 1 << 16;
  private static final int SIZE_BITS = 27;
  private static final long SIZE = (1L << SIZE_BITS) - 1;

  private final AtomicLongArray slots = new AtomicLongArray(SLOTS);

  /// {@return the size in bytes; 0 if unknown}
  ///
  /// @param digest the first 64 bits of the digest of the body
  long find(long digest) {
    long kept = slots.get(slot(digest));
    return ((kept ^ digest) & ~SIZE) == 0 ? kept & SIZE : 0;
  }

  /// Stores a size, unless it is too large for a slot.
  ///
  /// @param digest the first 64 bits of the digest of the body
  /// @param size the size in bytes, at least 1
  void keep(long digest, long size) {
    if (size <= SIZE) {
      slots.set(slot(digest), (digest & ~SIZE) | size);
    }
  }

  private static int slot(long digest) {
    return (int) digest & (SLOTS - 1);
  }
}
