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

  void spend(int objects) {
    spend.accept(objects);
  }

  void number(int value) throws IOException {
    int left = value;
    while (left >>> 7 != 0) {
      out.write((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }

  void octets(byte[] bytes) throws IOException {
    out.write(bytes);
  }

  void octets(byte[] bytes, int from, int length) throws IOException {
    out.write(bytes, from, length);
  }
}
