package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntConsumer;

/// Writes what [StateInput] reads, and counts the same objects, so that a state within the limit
/// can be read again.
public final class StateOutput {
  private final OutputStream out;
  private final IntConsumer spend;

  /// Begins to write.
  ///
  /// @param out receives the octets
  /// @param spend receives the number of objects that a reader will make, and throws if there are
  ///   too many
  public StateOutput(OutputStream out, IntConsumer spend) {
    this.out = out;
    this.spend = spend;
  }

  /// Counts objects that are about to be written.
  ///
  /// @param objects their number
  public void spend(int objects) {
    spend.accept(objects);
  }

  /// Writes a number, 7 bits an octet, the lowest first.
  ///
  /// @param value 0 or more
  /// @throws IOException if the output is full
  public void number(long value) throws IOException {
    long left = value;
    while (left >>> 7 != 0) {
      out.write((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write((int) left);
  }

  /// Writes 64 bits, the highest first.
  ///
  /// @param value any
  /// @throws IOException if the output is full
  public void long64(long value) throws IOException {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
  }

  /// Writes octets.
  ///
  /// @param bytes all of them
  /// @throws IOException if the output is full
  public void octets(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void octets(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }
}
