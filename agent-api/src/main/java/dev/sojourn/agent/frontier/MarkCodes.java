package dev.sojourn.agent.frontier;

import java.util.Arrays;

/// The list of the values that marks have, each with its number.
final class MarkCodes {
  private static final int SLOTS = 1024;
  private static final int FREE = -1;

  private final int[] values;
  private final int[] slots = new int[SLOTS];
  private int size;

  /// @param most values in the list; they must leave most slots free
  MarkCodes(int most) {
    values = new int[most];
    Arrays.fill(slots, FREE);
  }

  /// {@return the number of a value, which is added if there is room; without room, the most that
  /// there may be}
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
