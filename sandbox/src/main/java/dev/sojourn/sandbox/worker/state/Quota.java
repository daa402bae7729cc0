package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.io.Input;

/// The number of objects that one reading of a state may still make. Each object and each element
/// of a container counts one, so that a small stream cannot become a large heap.
final class Quota {
  private static final int MAX_ELEMENTS = 4_000_000;

  private int left = MAX_ELEMENTS;

  void refill() {
    left = MAX_ELEMENTS;
  }

  /// Reads a number of elements that take at least `unitBytes` each in the stream.
  int readLength(Input input, int unitBytes) {
    int length = input.readVarInt(true);
    int most = (input.limit() - input.position()) / unitBytes;
    if (length < 0 || length > most) {
      throw new StateException("length: " + length + " (expected: at most " + most + ")");
    }
    spend(length);
    return length;
  }

  void spend(int elements) {
    if (elements > left) {
      throw new StateException("more than " + MAX_ELEMENTS + " objects and elements");
    }
    left -= elements;
  }
}
