package dev.sojourn.robots.match;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Finds the deciding value for a URL among many literal prefixes.
///
/// The prefixes are sorted. Let P be the last prefix that does not sort after the URL: each
/// matching prefix is P or a prefix of P. A binary search for P, then a walk to shorter prefixes,
/// finds the longest match. For each prefix, the deciding value among it and its shorter matches is
/// computed in advance. A look-up therefore costs only the search, however the winner is chosen.
/// [#hashed] uses more memory, but its cost does not grow with the number of prefixes.
public final class PrefixIndex {

  /// Chooses between the values of two matching prefixes.
  @FunctionalInterface
  public interface Preference {

    /// {@return whether the first value decides over the second}
    ///
    /// @param value the value of a prefix
    /// @param other the value of another prefix
    boolean prefers(int value, int other);
  }

  private static final int START = 0;
  private static final int LENGTH = 1;

  /// One more than the number of the longest prefix of this prefix; 0 if there is none.
  private static final int ABOVE = 2;

  private static final int DECIDING = 3;
  private static final int COLUMNS = 4;

  /// The index without prefixes.
  public static final PrefixIndex EMPTY =
      new PrefixIndex(new byte[0], new CompactIntTable(0, COLUMNS, 0), false, null);

  private final byte[] pool;
  private final CompactIntTable rows;
  private final int size;
  private final boolean segments;
  private final @Nullable PrefixHashes hashes;

  private PrefixIndex(
      byte[] pool, CompactIntTable rows, boolean segments, @Nullable PrefixHashes hashes) {
    this.pool = pool;
    this.rows = rows;
    this.size = rows.size();
    this.segments = segments;
    this.hashes = hashes;
  }

  /// Builds an index.
  ///
  /// @param pool the octets of all prefixes
  /// @param start the index of each prefix's first octet
  /// @param end the index after each prefix's last octet
  /// @param value the value of each prefix, not negative
  /// @param preference which of two values decides
  /// @param segments whether a prefix must end where a path segment ends
  /// @return the index
  public static PrefixIndex of(
      byte[] pool, int[] start, int[] end, int[] value, Preference preference, boolean segments) {
    if (start.length == 0) {
      return EMPTY;
    }
    int[] order = OctetOrder.of(pool, start, end);
    int largest = order.length;
    int n = 0;
    for (int each : order) {
      int last = n == 0 ? each : order[n - 1];
      boolean same =
          n > 0 && Arrays.equals(pool, start[last], end[last], pool, start[each], end[each]);
      if (!same) {
        order[n++] = each;
      } else if (preference.prefers(value[each], value[last])) {
        order[n - 1] = each;
      }
      largest = Math.max(largest, Math.max(end[each], value[each]));
    }
    var rows = new CompactIntTable(n, COLUMNS, largest);
    for (int i = 0; i < n; i++) {
      rows.set(i, START, start[order[i]]);
      rows.set(i, LENGTH, end[order[i]] - start[order[i]]);
      rows.set(i, DECIDING, value[order[i]]);
    }
    var index = new PrefixIndex(pool, rows, segments, null);
    index.connect(preference);
    return index;
  }

  /// {@return the same index with a table of hashes} The table takes about twenty octets a prefix.
  /// It is omitted if there are few prefixes, or too many of them collide.
  public PrefixIndex hashed() {
    var start = new int[size];
    var end = new int[size];
    Arrays.setAll(start, this::start);
    Arrays.setAll(end, this::end);
    return new PrefixIndex(pool, rows, segments, PrefixHashes.of(pool, start, end).orElse(null));
  }

  /// {@return the deciding value for the URL, or -1 if no prefix matches}
  ///
  /// @param url the URL
  public int find(UrlOctets url) {
    return find(url.octets(), url.length());
  }

  int find(byte[] url, int length) {
    int at = longest(url, length);
    return at < 0 ? -1 : deciding(at);
  }

  /// {@return the number of distinct prefixes}
  public int size() {
    return size;
  }

  /// {@return where the prefix begins in the pool}
  ///
  /// @param i its number in sorted order
  public int start(int i) {
    return rows.get(i, START);
  }

  /// {@return where the prefix ends in the pool}
  ///
  /// @param i its number in sorted order
  public int end(int i) {
    return start(i) + length(i);
  }

  /// {@return the deciding value for a path that equals this prefix}
  ///
  /// @param i its number in sorted order
  public int deciding(int i) {
    return rows.get(i, DECIDING);
  }

  private int length(int i) {
    return rows.get(i, LENGTH);
  }

  /// The number of the longest prefix of a prefix, or -1.
  private int above(int i) {
    return rows.get(i, ABOVE) - 1;
  }

  /// The number of the longest prefix that matches, or -1.
  private int longest(byte[] url, int urlLength) {
    var table = hashes;
    if (table == null) {
      return sought(url, urlLength);
    }
    long candidate = table.candidate(url, urlLength);
    if (candidate < 0) {
      return -1;
    }
    int at = (int) candidate;
    int length = (int) (candidate >> Integer.SIZE);
    int from = start(at);
    boolean right =
        length(at) == length && Arrays.equals(pool, from, from + length, url, 0, length);
    return right ? shortened(at, length, url, urlLength) : sought(url, urlLength);
  }

  private int sought(byte[] url, int urlLength) {
    int low = 0;
    int high = size - 1;
    int common = 0;
    // Invariant: prefixes before low sort before the URL, prefixes after high sort after it.
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int from = start(middle);
      int length = length(middle);
      int same = Arrays.mismatch(pool, from, from + length, url, 0, urlLength);
      boolean before =
          same < 0
              || same == length
              || (same < urlLength && (pool[from + same] & 0xff) < (url[same] & 0xff));
      if (before) {
        low = middle + 1;
        common = same < 0 ? length : same;
      } else {
        high = middle - 1;
      }
    }
    return shortened(high, common, url, urlLength);
  }

  /// Walks from a prefix that shares `common` octets with the URL to the longest matching prefix.
  private int shortened(int from, int common, byte[] url, int urlLength) {
    int at = from;
    while (at >= 0 && (length(at) > common || !endsSegment(at, url, urlLength))) {
      at = above(at);
    }
    return at;
  }

  /// Whether a prefix of the URL also ends at the end of a segment, if `segments` requires it.
  private boolean endsSegment(int at, byte[] url, int urlLength) {
    if (!segments) {
      return true;
    }
    int length = length(at);
    return length == urlLength || url[length] == '/' || (length > 0 && pool[end(at) - 1] == '/');
  }

  private void connect(Preference preference) {
    for (int i = 0; i < size; i++) {
      int above = i - 1;
      while (above >= 0 && !isPrefix(above, i)) {
        above = above(above);
      }
      rows.set(i, ABOVE, above + 1);
      while (above >= 0 && !segmentAbove(above, i)) {
        above = above(above);
      }
      if (above >= 0 && preference.prefers(deciding(above), deciding(i))) {
        rows.set(i, DECIDING, deciding(above));
      }
    }
  }

  private boolean segmentAbove(int above, int below) {
    int length = length(above);
    return !segments
        || pool[start(below) + length] == '/'
        || (length > 0 && pool[end(above) - 1] == '/');
  }

  private boolean isPrefix(int shorter, int longer) {
    int length = length(shorter);
    int from = start(longer);
    return length(longer) >= length
        && Arrays.equals(pool, start(shorter), end(shorter), pool, from, from + length);
  }
}
