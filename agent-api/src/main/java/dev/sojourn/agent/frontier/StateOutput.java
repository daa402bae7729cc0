package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.io.OutputStream;

/// Writes what [StateInput] reads.
final class StateOutput {
  private StateOutput() {}

  static void number(OutputStream out, int value) throws IOException {
    int left = value;
    while (left >>> 7 != 0) {
      out.write((left & 0x7f) | 0x80);
      left >>>= 7;
    }
    out.write(left);
  }
}
