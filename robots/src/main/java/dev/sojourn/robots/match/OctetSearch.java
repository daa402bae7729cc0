package dev.sojourn.robots.match;

/// Finds a sequence of octets in another, in linear time and constant space.
///
/// It begins with the naive search, the fastest on real URLs: find the first octet, compare the
/// rest. Once there are more failed comparisons than octets passed, the two-way algorithm takes
/// over: Crochemore and Perrin ("Two-way string-matching", Journal of the ACM 38, 1991). It cuts
/// the needle at a critical position, and compares the right part from left to right, then the left
/// part from right to left. A mismatch on the right moves past the matched octets; a mismatch on
/// the left moves by the period. The algorithm needs no table, hence no allocation, and at most
/// about two comparisons an octet. Both phases together need at most about four comparisons an
/// octet, plus one or two passes over the needle.
final class OctetSearch {

  /// How many failed comparisons are allowed at first. A needle of at most this length is always
  /// searched naively.
  private static final int SHORT = 8;

  private OctetSearch() {}

  /// The index of the first needle `n[nFrom, nTo)` in `h[from, to)`, or -1; the needle is not
  /// empty.
  static int find(byte[] h, int from, int to, byte[] n, int nFrom, int nTo) {
    byte first = n[nFrom];
    int length = nTo - nFrom;
    int last = to - length;
    int wasted = length > SHORT ? -SHORT : Integer.MIN_VALUE;
    for (int i = from; i <= last; i++) {
      if (h[i] == first) {
        int k = 1;
        while (k < length && h[i + k] == n[nFrom + k]) {
          k++;
        }
        if (k == length) {
          return i;
        }
        wasted += k;
        if (wasted > i - from) {
          return twoWay(h, i + 1, to, n, nFrom, length);
        }
      }
    }
    return -1;
  }

  private static int twoWay(byte[] h, int from, int to, byte[] n, int at, int length) {
    if (to - from < length) {
      return -1;
    }
    long less = maximalSuffix(n, at, length, false);
    long greater = maximalSuffix(n, at, length, true);
    long chosen = (int) (less >> 32) > (int) (greater >> 32) ? less : greater;
    int cut = (int) (chosen >> 32);
    int period = (int) chosen;
    return isPeriodic(n, at, cut, period, length)
        ? periodic(h, from, to, n, at, length, cut, period)
        : aperiodic(h, from, to, n, at, length, cut);
  }

  /// Whether the left part repeats with the period of the right part.
  private static boolean isPeriodic(byte[] n, int at, int cut, int period, int length) {
    if (cut + 1 + period > length) {
      return false;
    }
    for (int i = 0; i <= cut; i++) {
      if (n[at + i] != n[at + i + period]) {
        return false;
      }
    }
    return true;
  }

  private static int periodic(
      byte[] h, int from, int to, byte[] n, int at, int length, int cut, int period) {
    int memory = -1;
    int j = from;
    while (j <= to - length) {
      int i = Math.max(cut, memory) + 1;
      while (i < length && n[at + i] == h[j + i]) {
        i++;
      }
      if (i < length) {
        j += i - cut;
        memory = -1;
        continue;
      }
      i = cut;
      while (i > memory && n[at + i] == h[j + i]) {
        i--;
      }
      if (i <= memory) {
        return j;
      }
      j += period;
      memory = length - period - 1;
    }
    return -1;
  }

  private static int aperiodic(byte[] h, int from, int to, byte[] n, int at, int length, int cut) {
    int shift = Math.max(cut + 1, length - cut - 1) + 1;
    int j = from;
    while (j <= to - length) {
      int i = cut + 1;
      while (i < length && n[at + i] == h[j + i]) {
        i++;
      }
      if (i < length) {
        j += i - cut;
        continue;
      }
      i = cut;
      while (i >= 0 && n[at + i] == h[j + i]) {
        i--;
      }
      if (i < 0) {
        return j;
      }
      j += shift;
    }
    return -1;
  }

  /// The position before the maximal suffix (upper half) and its period (lower half).
  private static long maximalSuffix(byte[] n, int at, int length, boolean reversed) {
    int suffix = -1;
    int j = 0;
    int k = 1;
    int period = 1;
    while (j + k < length) {
      int a = n[at + j + k];
      int b = n[at + suffix + k];
      if (a == b) {
        if (k == period) {
          j += period;
          k = 1;
        } else {
          k++;
        }
      } else if (a < b != reversed) {
        j += k;
        k = 1;
        period = j - suffix;
      } else {
        suffix = j;
        j = suffix + 1;
        k = 1;
        period = 1;
      }
    }
    return (long) suffix << 32 | period;
  }
}
