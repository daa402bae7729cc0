package dev.sojourn.agent.frontier;

import java.util.function.IntConsumer;

/// The octets of a saved frontier, read from front to back. They may come from anywhere: every
/// length is checked against the octets that are left before anything is made of it.
public final class StateInput {
  private static final int NUMBER_BITS = 35;

  private final byte[] bytes;
  private final int end;
  private final IntConsumer spend;
  private int at;

  /// Begins to read.
  ///
  /// @param bytes holds the octets
  /// @param from the first of them
  /// @param end one past the last
  /// @param spend takes the number of objects that are about to be made, and throws if they are too
  ///   many
  public StateInput(byte[] bytes, int from, int end, IntConsumer spend) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.spend = spend;
  }

  /// {@return one past the last octet that was read}
  public int position() {
    return at;
  }

  void spend(int objects) {
    spend.accept(objects);
  }

  int octet() {
    require(1);
    return bytes[at++] & 0xff;
  }

  /// A number of at most 31 bits, 7 bits an octet, the lowest first.
  int number() {
    long value = 0;
    for (int shift = 0; shift < NUMBER_BITS; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80 && value <= Integer.MAX_VALUE) {
        return (int) value;
      }
    }
    throw new IllegalArgumentException("a number of more than 31 bits (expected: at most 31)");
  }

  /// A number of things, each of at least a number of octets.
  int count(int leastBytes) {
    int count = number();
    require((long) count * leastBytes);
    return count;
  }

  byte[] octets(int length) {
    require(length);
    var part = new byte[length];
    System.arraycopy(bytes, at, part, 0, length);
    at += length;
    return part;
  }

  private void require(long octets) {
    if (octets > end - at) {
      throw new IllegalArgumentException(
          "length: " + octets + " (expected: at most " + (end - at) + ")");
    }
  }
}
