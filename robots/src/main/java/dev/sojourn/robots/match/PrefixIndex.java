package dev.sojourn.robots.match;

import java.util.Arrays;

/// Finds, among many literal prefixes, what decides for a URL.
///
/// The prefixes are sorted. Every prefix of a URL that is among them is also a prefix of the last
/// one that sorts before the URL, so one binary search and a walk towards shorter prefixes finds
/// the longest that matches. What decides there, over the shorter ones which match too, is computed
/// beforehand for each, so the cost of a look-up is that of the search, however the winner is
/// chosen.
public final class PrefixIndex {

  /// Chooses between two values of prefixes that both match.
  @FunctionalInterface
  public interface Preference {

    /// {@return whether the first decides over the second}
    ///
    /// @param value the value of a prefix
    /// @param other the value of another one
    boolean prefers(int value, int other);
  }

  private final byte[] pool;
  private final int[] start;
  private final int[] end;
  private final int[] parent;
  private final int[] deciding;
  private final boolean segments;

  private PrefixIndex(byte[] pool, int[] start, int[] end, int[] deciding, boolean segments) {
    this.pool = pool;
    this.start = start;
    this.end = end;
    this.parent = new int[start.length];
    this.deciding = deciding;
    this.segments = segments;
  }

  /// Builds an index.
  ///
  /// @param pool where the prefixes lie
  /// @param start for each its first octet
  /// @param end for each after its last octet
  /// @param value for each what is to be found
  /// @param preference which of two values decides
  /// @param segments whether a prefix must end where a path segment ends
  /// @return the index
  public static PrefixIndex of(
      byte[] pool, int[] start, int[] end, int[] value, Preference preference, boolean segments) {
    int[] order = sorted(pool, start, end);
    var starts = new int[order.length];
    var ends = new int[order.length];
    var values = new int[order.length];
    int n = 0;
    for (int each : order) {
      boolean same =
          n > 0 && Arrays.equals(pool, starts[n - 1], ends[n - 1], pool, start[each], end[each]);
      if (!same) {
        starts[n] = start[each];
        ends[n] = end[each];
        values[n++] = value[each];
      } else if (preference.prefers(value[each], values[n - 1])) {
        values[n - 1] = value[each];
      }
    }
    var index =
        new PrefixIndex(
            pool,
            Arrays.copyOf(starts, n),
            Arrays.copyOf(ends, n),
            Arrays.copyOf(values, n),
            segments);
    index.connect(preference);
    return index;
  }

  /// {@return the value that decides for the URL, or -1 if no prefix matches}
  ///
  /// @param url the URL
  public int find(UrlOctets url) {
    return find(url.octets(), url.length());
  }

  int find(byte[] url, int length) {
    int at = longest(url, length);
    return at < 0 ? -1 : deciding[at];
  }

  /// {@return how many different prefixes there are}
  public int size() {
    return start.length;
  }

  /// {@return where the prefix begins in the pool}
  ///
  /// @param i its number in sorted order
  public int start(int i) {
    return start[i];
  }

  /// {@return where the prefix ends in the pool}
  ///
  /// @param i its number in sorted order
  public int end(int i) {
    return end[i];
  }

  /// {@return what decides for a path that is just this prefix}
  ///
  /// @param i its number in sorted order
  public int deciding(int i) {
    return deciding[i];
  }

  private int longest(byte[] url, int length) {
    int low = 0;
    int high = start.length - 1;
    int common = 0;
    // Invariant: prefixes before low sort before the URL, those after high behind it.
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int from = start[middle];
      int size = end[middle] - from;
      int same = Arrays.mismatch(pool, from, from + size, url, 0, length);
      boolean before =
          same < 0
              || same == size
              || (same < length && (pool[from + same] & 0xff) < (url[same] & 0xff));
      if (before) {
        low = middle + 1;
        common = same < 0 ? size : same;
      } else {
        high = middle - 1;
      }
    }
    int at = high;
    while (at >= 0 && (end[at] - start[at] > common || !endsSegment(at, url, length))) {
      at = parent[at];
    }
    return at;
  }

  /// Whether the prefix, known to be one of the URL, also ends a segment of it where that is asked.
  private boolean endsSegment(int at, byte[] url, int length) {
    int size = end[at] - start[at];
    return !segments
        || size == length
        || url[size] == '/'
        || (size > 0 && pool[end[at] - 1] == '/');
  }

  private void connect(Preference preference) {
    for (int i = 0; i < start.length; i++) {
      int above = i - 1;
      while (above >= 0 && !isPrefix(above, i)) {
        above = parent[above];
      }
      parent[i] = above;
      while (above >= 0 && !segmentAbove(above, i)) {
        above = parent[above];
      }
      if (above >= 0 && preference.prefers(deciding[above], deciding[i])) {
        deciding[i] = deciding[above];
      }
    }
  }

  private boolean segmentAbove(int above, int below) {
    int size = end[above] - start[above];
    return !segments
        || pool[start[below] + size] == '/'
        || (size > 0 && pool[end[above] - 1] == '/');
  }

  private boolean isPrefix(int shorter, int longer) {
    int size = end[shorter] - start[shorter];
    return end[longer] - start[longer] >= size
        && Arrays.equals(
            pool, start[shorter], end[shorter], pool, start[longer], start[longer] + size);
  }

  private static int[] sorted(byte[] pool, int[] start, int[] end) {
    var order = new Integer[start.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order, (a, b) -> Arrays.compareUnsigned(pool, start[a], end[a], pool, start[b], end[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }
}
