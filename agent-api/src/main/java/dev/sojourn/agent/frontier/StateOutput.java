package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.io.OutputStream;
import java.util.function.IntConsumer;

/// Writes what [StateInput] reads, and counts the same objects: what may be written may be read.
public final class StateOutput {
  private final OutputStream out;
  private final IntConsumer spend;

  /// Begins to write.
  ///
  /// @param out takes the octets
  /// @param spend takes the number of objects that will be made when they are read, and throws if
  ///   they are too many
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
  /// @throws IOException if no more is taken
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
  /// @throws IOException if no more is taken
  public void long64(long value) throws IOException {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      out.write((int) (value >>> shift));
    }
  }

  /// Writes octets.
  ///
  /// @param bytes all of them
  /// @throws IOException if no more is taken
  public void octets(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void octets(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }
}
