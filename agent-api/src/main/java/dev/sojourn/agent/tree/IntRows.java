package dev.sojourn.agent.tree;

import java.util.Arrays;

/// Numbers that are added one after the other.
final class IntRows {
  private int[] numbers = new int[64];
  private int size;

  void add(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  int get(int index) {
    return numbers[index];
  }

  void set(int index, int number) {
    numbers[index] = number;
  }

  int size() {
    return size;
  }

  int[] toArray() {
    return Arrays.copyOf(numbers, size);
  }
}
