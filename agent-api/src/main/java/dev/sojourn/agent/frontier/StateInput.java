package dev.sojourn.agent.frontier;

import java.nio.charset.StandardCharsets;
import java.util.function.IntConsumer;

/// The octets of a saved frontier, read from front to back. They may be malicious: every length is
/// checked against the remaining octets before an object is made.
public final class StateInput {

  private final byte[] bytes;
  private final int end;
  private final IntConsumer spend;
  private int at;

  /// Begins to read.
  ///
  /// @param bytes holds the octets
  /// @param from the index of the first octet
  /// @param end the index after the last octet
  /// @param spend receives the number of objects that are about to be made, and throws if there are
  ///   too many
  public StateInput(byte[] bytes, int from, int end, IntConsumer spend) {
    this.bytes = bytes;
    this.at = from;
    this.end = end;
    this.spend = spend;
  }

  /// {@return the index after the last octet that was read}
  public int position() {
    return at;
  }

  /// Counts objects that are about to be made.
  ///
  /// @param objects their number
  public void spend(int objects) {
    spend.accept(objects);
  }

  /// {@return an octet}
  public int octet() {
    require(1);
    return bytes[at++] & 0xff;
  }

  /// {@return a number of at most 31 bits, 7 bits an octet, the lowest first}
  public int number() {
    long value = number64();
    if (value > Integer.MAX_VALUE) {
      throw new IllegalArgumentException("a number of more than 31 bits (expected: at most 31)");
    }
    return (int) value;
  }

  /// {@return a number of at most 63 bits, 7 bits an octet, the lowest first}
  public long number64() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE - 1; shift += 7) {
      int octet = octet();
      value |= (long) (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return value;
      }
    }
    throw new IllegalArgumentException("a number of more than 63 bits (expected: at most 63)");
  }

  /// {@return a number of elements, checked against the remaining octets}
  ///
  /// @param leastBytes the least octets of one element
  public int count(int leastBytes) {
    int count = number();
    require((long) count * leastBytes);
    return count;
  }

  /// {@return 64 bits, the highest first}
  public long long64() {
    long value = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      value = (value << Byte.SIZE) | octet();
    }
    return value;
  }

  /// {@return octets}
  ///
  /// @param length how many
  public byte[] octets(int length) {
    require(length);
    var part = new byte[length];
    System.arraycopy(bytes, at, part, 0, length);
    at += length;
    return part;
  }

  /// {@return octets as UTF-8}
  ///
  /// @param length how many
  public String text(int length) {
    skip(length);
    return new String(bytes, at - length, length, StandardCharsets.UTF_8);
  }

  /// Skips octets.
  ///
  /// @param length how many
  public void skip(int length) {
    require(length);
    at += length;
  }

  private void require(long octets) {
    if (octets > end - at) {
      throw new IllegalArgumentException(
          "length: " + octets + " (expected: at most " + (end - at) + ")");
    }
  }
}
