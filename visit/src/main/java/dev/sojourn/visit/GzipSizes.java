package dev.sojourn.visit;

import java.util.concurrent.atomic.AtomicLongArray;

/// The sizes of bodies as gzip, kept by the first 64 bits of their digests. Most pages of a host
/// are read by one visit after another, and packing them takes a third of its processor time.
///
/// A body has one slot, which holds the size beside the digest and belongs to the last body that
/// came there. So the memory is bounded: half a megabyte. Another body is taken for this one in one
/// of 10^11 cases. Safe for use by several threads.
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

  /// {@return the size in bytes; 0 if it is not known}
  ///
  /// @param digest the first 64 bits of the digest of the body
  long find(long digest) {
    long kept = slots.get(slot(digest));
    return ((kept ^ digest) & ~SIZE) == 0 ? kept & SIZE : 0;
  }

  /// Keeps a size, unless it is too large for a slot.
  ///
  /// @param digest the first 64 bits of the digest of the body
  /// @param size in bytes, at least 1
  void keep(long digest, long size) {
    if (size <= SIZE) {
      slots.set(slot(digest), (digest & ~SIZE) | size);
    }
  }

  private static int slot(long digest) {
    return (int) digest & (SLOTS - 1);
  }
}
