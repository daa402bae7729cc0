package dev.sojourn.robots.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A table of numbers that are not negative, in two octets each, or four if one of them needs it.
///
/// Each site and agent in memory has such tables, so they are kept small. The numbers of a row lie
/// side by side, so that a look-up waits for memory once.
final class CompactIntTable {

  private static final VarHandle TWO_OCTETS =
      MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle FOUR_OCTETS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] octets;
  private final int columns;
  private final boolean wide;

  /// Makes a table of zeroes.
  ///
  /// @param rows how many rows it has
  /// @param columns how many numbers stand in a row
  /// @param largest the largest number that will be set
  CompactIntTable(int rows, int columns, int largest) {
    this.wide = largest > Character.MAX_VALUE;
    this.columns = columns;
    this.octets = new byte[rows * columns * (wide ? Integer.BYTES : Character.BYTES)];
  }

  int size() {
    return octets.length / (columns * (wide ? Integer.BYTES : Character.BYTES));
  }

  int get(int row, int column) {
    int at = row * columns + column;
    return wide ? (int) FOUR_OCTETS.get(octets, at << 2) : (char) TWO_OCTETS.get(octets, at << 1);
  }

  void set(int row, int column, int value) {
    int at = row * columns + column;
    if (wide) {
      FOUR_OCTETS.set(octets, at << 2, value);
    } else {
      TWO_OCTETS.set(octets, at << 1, (char) value);
    }
  }
}
