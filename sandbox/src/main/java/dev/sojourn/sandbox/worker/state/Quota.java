package dev.sojourn.sandbox.worker.state;

import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;

/// Limits the number of objects of one state, so that a small stream cannot become a large heap.
/// Each object, text and element of a container counts as one. An array of primitives of any length
/// counts as one, since it has the same size in the stream as in the heap.
///
/// Writer and reader spend the same amount, so every state that was written can be read.
final class Quota {
  /// The limit: enough for the usual content of 16 MiB, and small enough for the heap of a worker.
  static final int MAX_OBJECTS = 4_000_000;

  private final int most;
  private int left;

  Quota(int most) {
    this.most = most;
    this.left = most;
  }

  /// Begins another state.
  void refill() {
    left = most;
  }

  /// Counts the elements of a container and writes their number.
  void writeLength(Output output, int length) {
    spend(length);
    output.writeVarInt(length, true);
  }

  /// Reads a number of elements that take at least `unitBytes` each in the stream.
  int readLength(Input input, int unitBytes) {
    int length = lengthWithin(input, unitBytes);
    spend(length);
    return length;
  }

  /// Writes the length of an array of primitives.
  void writeArrayLength(Output output, int length) {
    spendArray(length);
    output.writeVarInt(length, true);
  }

  /// Reads the length of an array of primitives that take `unitBytes` each in the stream.
  int readArrayLength(Input input, int unitBytes) {
    int length = lengthWithin(input, unitBytes);
    spendArray(length);
    return length;
  }

  /// Counts an array, except an empty one: earlier releases counted only elements, and their states
  /// must stay readable.
  private void spendArray(int length) {
    spend(Math.min(length, 1));
  }

  private static int lengthWithin(Input input, int unitBytes) {
    int length = input.readVarInt(true);
    int most = (input.limit() - input.position()) / unitBytes;
    if (length < 0 || length > most) {
      throw new StateException("length: " + length + " (expected: at most " + most + ")");
    }
    return length;
  }

  /// Counts objects that are about to be written or made.
  void spend(int objects) {
    if (objects > left) {
      throw new StateException(
          "more than "
              + most
              + " objects and elements (expected: fewer objects, or numbers in an array as int[],"
              + " which counts as one)");
    }
    left -= objects;
  }
}
