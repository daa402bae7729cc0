package dev.sojourn.atp.agent;

import dev.sojourn.base.Bytes;

/// Bytes with one bit changed.
final class Bits {
  private Bits() {}

  static Bytes flip(Bytes bytes, int bit) {
    byte[] changed = bytes.toArray();
    changed[bit / 8] ^= (byte) (1 << (bit % 8));
    return Bytes.wrap(changed);
  }
}
