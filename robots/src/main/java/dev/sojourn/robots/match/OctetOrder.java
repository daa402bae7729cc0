package dev.sojourn.robots.match;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/// Sorts sequences of octets that lie in one array.
///
/// This is a bottom-up merge sort of indexes. The first eight octets of each sequence are stored
/// beside its index; they decide most comparisons without access to the array. The cost is n log n
/// comparisons. A comparison reads at most the shorter sequence, so that all comparisons read at
/// most log n times the sorted octets. Equal sequences keep their order.
final class OctetOrder {

  private static final VarHandle EIGHT_OCTETS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /// Runs of this length are sorted by insertion.
  private static final int RUN = 8;

  private final byte[] pool;
  private final int[] start;
  private final int[] end;
  private final long[] first;

  private OctetOrder(byte[] pool, int[] start, int[] end) {
    this.pool = pool;
    this.start = start;
    this.end = end;
    this.first = new long[start.length];
    for (int i = 0; i < start.length; i++) {
      first[i] = firstOctets(pool, start[i], end[i]);
    }
  }

  /// The indexes of the sequences in the order of their unsigned octets.
  static int[] of(byte[] pool, int[] start, int[] end) {
    return new OctetOrder(pool, start, end).sorted();
  }

  private int[] sorted() {
    int n = start.length;
    var from = new int[n];
    for (int low = 0; low < n; low += RUN) {
      insert(from, low, Math.min(n, low + RUN));
    }
    var to = n > RUN ? new int[n] : from;
    for (int width = RUN; width < n; width *= 2) {
      for (int low = 0; low < n; low += 2 * width) {
        merge(from, to, low, Math.min(n, low + width), Math.min(n, low + 2 * width));
      }
      var spare = from;
      from = to;
      to = spare;
    }
    return from;
  }

  private void insert(int[] order, int low, int high) {
    for (int i = low; i < high; i++) {
      int at = i;
      while (at > low && isBefore(i, order[at - 1])) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = i;
    }
  }

  private void merge(int[] from, int[] to, int low, int middle, int high) {
    int left = low;
    int right = middle;
    for (int at = low; at < high; at++) {
      boolean takesRight = left == middle || (right < high && isBefore(from[right], from[left]));
      to[at] = takesRight ? from[right++] : from[left++];
    }
  }

  private boolean isBefore(int a, int b) {
    return first[a] == first[b]
        ? Arrays.compareUnsigned(pool, start[a], end[a], pool, start[b], end[b]) < 0
        : Long.compareUnsigned(first[a], first[b]) < 0;
  }

  /// The first eight octets as one number; a shorter sequence is padded with zeros.
  static long firstOctets(byte[] pool, int from, int to) {
    if (from + Long.BYTES <= pool.length) {
      int missing = Math.max(0, Long.BYTES - (to - from));
      long octets = (long) EIGHT_OCTETS.get(pool, from);
      return missing == Long.BYTES ? 0 : octets & (-1L << (8 * missing));
    }
    long octets = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      octets = octets << 8 | (i < to ? pool[i] & 0xff : 0);
    }
    return octets;
  }
}
