package dev.sojourn.robots.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// A table of numbers that are not negative, in two octets each, or in four octets each if one
/// number needs them.
///
/// The tables are compact because each site and agent in memory has some. The numbers of a row are
/// side by side, so that a look-up waits for memory only once.
final class CompactIntTable {

  private static final VarHandle TWO_OCTETS =
      MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);

  private static final VarHandle FOUR_OCTETS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private final byte[] octets;
  private final int columns;
  private final boolean wide;

  /// Makes a table of zeros.
  ///
  /// @param rows the number of rows
  /// @param columns the numbers in a row
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
