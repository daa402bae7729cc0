package dev.sojourn.agent.frontier;

import java.util.Arrays;

/// The distinct values of marks, each with a number.
final class MarkCodes {
  private static final int SLOTS = 1024;
  private static final int FREE = -1;

  private final int[] values;
  private final int[] slots = new int[SLOTS];
  private int size;

  /// @param most the limit of values; it must leave most slots free
  MarkCodes(int most) {
    values = new int[most];
    Arrays.fill(slots, FREE);
  }

  /// {@return the number of a value, which is added if there is room; the limit if there is no
  /// room}
  int of(int value) {
    int slot = (value * 0x9e3779b9) >>> 22;
    while (slots[slot] != FREE) {
      if (values[slots[slot]] == value) {
        return slots[slot];
      }
      slot = (slot + 1) % SLOTS;
    }
    if (size == values.length) {
      return size;
    }
    slots[slot] = size;
    values[size] = value;
    return size++;
  }

  int size() {
    return size;
  }

  int value(int code) {
    return values[code];
  }
}
