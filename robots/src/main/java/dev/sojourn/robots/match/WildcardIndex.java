package dev.sojourn.robots.match;

import static dev.sojourn.robots.match.Octets.END;
import static dev.sojourn.robots.match.Octets.WILD;

/// Finds the best of many patterns with wildcards that matches a URL.
///
/// Patterns are kept in order of preference. Few patterns are tried one after another; a mask of
/// the octets that a URL must contain excludes most of them. Many patterns are filed under one gram
/// each: the rarest four consecutive octets of a literal part, or two if no part has four. A URL
/// can match only patterns that are filed under one of its own grams, or under no gram. If its
/// grams lead to more candidates than there are patterns, all patterns are tried once instead. The
/// cost is therefore at most twice that of trying all patterns.
public final class WildcardIndex {

  /// Up to this number of patterns, trying each is faster than looking up the grams of a URL.
  private static final int FEW = 24;

  private static final int LONG_GRAM = 4;
  private static final int SHORT_GRAM = 2;

  private static final int START = 0;
  private static final int LENGTH = 1;
  private static final int SCORE = 2;
  private static final int VALUE = 3;

  /// One more than the number of the next pattern in the same place; 0 if there is none.
  private static final int NEXT = 4;

  private static final CompactIntTable NO_ROWS = new CompactIntTable(0, 1, 0);

  private static final WildcardIndex EMPTY = new WildcardIndex(new byte[0], NO_ROWS);

  private final byte[] pool;
  private final CompactIntTable rows;
  private final int size;
  private final long[] mask;

  /// For each hash of a gram, one more than the number of the first pattern there; empty if there
  /// are few patterns.
  private CompactIntTable heads = NO_ROWS;

  private int slots;
  private CompactIntTable unfiled = NO_ROWS;
  private boolean hasLongGrams;
  private boolean hasShortGrams;

  private WildcardIndex(byte[] pool, CompactIntTable rows) {
    this.pool = pool;
    this.rows = rows;
    this.size = rows.size();
    this.mask = new long[size];
    for (int i = 0; i < size; i++) {
      for (int k = start(i); k < end(i); k++) {
        if (pool[k] != WILD && pool[k] != END) {
          mask[i] |= 1L << pool[k];
        }
      }
    }
  }

  /// Builds an index.
  ///
  /// @param pool the octets of all patterns
  /// @param start the index of each pattern's first octet
  /// @param end the index after each pattern's last octet
  /// @param score the preference of each pattern; descending, not negative
  /// @param value the value of each pattern, not negative
  /// @return the index
  public static WildcardIndex of(byte[] pool, int[] start, int[] end, int[] score, int[] value) {
    if (start.length == 0) {
      return EMPTY;
    }
    int largest = Math.max(start.length, score[0]);
    for (int i = 0; i < start.length; i++) {
      largest = Math.max(largest, Math.max(end[i], value[i]));
    }
    boolean many = start.length > FEW;
    var rows = new CompactIntTable(start.length, many ? NEXT + 1 : NEXT, largest);
    for (int i = 0; i < start.length; i++) {
      rows.set(i, START, start[i]);
      rows.set(i, LENGTH, end[i] - start[i]);
      rows.set(i, SCORE, score[i]);
      rows.set(i, VALUE, value[i]);
    }
    var index = new WildcardIndex(pool, rows);
    if (many) {
      index.file();
    }
    return index;
  }

  /// {@return the value of the best pattern that matches the URL, or -1}
  ///
  /// @param url the URL
  /// @param above only patterns with a higher score are considered
  public int find(UrlOctets url, int above) {
    if (size == 0 || rows.get(0, SCORE) <= above) {
      return -1;
    }
    int best = slots == 0 ? tryAll(url, above) : tryFiled(url, above);
    return best < 0 ? -1 : rows.get(best, VALUE);
  }

  private int tryAll(UrlOctets url, int above) {
    long missing = ~url.mask();
    for (int i = 0; i < size && rows.get(i, SCORE) > above; i++) {
      if (matches(i, url, missing)) {
        return i;
      }
    }
    return -1;
  }

  private boolean matches(int pattern, UrlOctets url, long missing) {
    return (mask[pattern] & missing) == 0
        && Glob.matches(pool, start(pattern), end(pattern), url.octets(), url.length());
  }

  private int tryFiled(UrlOctets url, int above) {
    var octets = url.octets();
    int length = url.length();
    long missing = ~url.mask();
    int patterns = above < 0 ? size : numberAbove(above);
    int best = patterns;
    for (int i = 0; i < unfiled.size() && unfiled.get(i, 0) < best; i++) {
      if (matches(unfiled.get(i, 0), url, missing)) {
        best = unfiled.get(i, 0);
      }
    }
    int candidates = 0;
    for (int at = 0; at + SHORT_GRAM <= length; at++) {
      int each = hasLongGrams && at + LONG_GRAM <= length ? head(longGram(octets, at)) : -1;
      int other = hasShortGrams ? head(shortGram(octets, at)) : -1;
      while (each >= 0 || other >= 0) {
        int candidate = each >= 0 ? each : other;
        if (++candidates > size) {
          return tryAll(url, above);
        }
        if (candidate < best && matches(candidate, url, missing)) {
          best = candidate;
        }
        if (each >= 0) {
          each = next(each);
        } else {
          other = next(other);
        }
      }
    }
    return best == patterns ? -1 : best;
  }

  private int start(int pattern) {
    return rows.get(pattern, START);
  }

  private int end(int pattern) {
    return start(pattern) + rows.get(pattern, LENGTH);
  }

  private int head(int gram) {
    return heads.get(slot(gram), 0) - 1;
  }

  private int next(int pattern) {
    return rows.get(pattern, NEXT) - 1;
  }

  /// The number of patterns with a higher score.
  private int numberAbove(int above) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows.get(middle, SCORE) > above) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Files every pattern under its rarest gram.
  private void file() {
    slots = Integer.highestOneBit(size) * 4;
    heads = new CompactIntTable(slots, 1, size);
    var count = new int[slots];
    for (int i = 0; i < size; i++) {
      int gram = gramSize(i);
      for (int at = start(i); gram > 0 && at + gram <= end(i); at++) {
        if (isLiteral(at, gram)) {
          count[slotOf(at, gram)]++;
        }
      }
    }
    var none = new int[size];
    int noneCount = 0;
    // Backwards, so that each chain begins with the best pattern.
    for (int i = size - 1; i >= 0; i--) {
      int gram = gramSize(i);
      if (gram == 0) {
        none[noneCount++] = i;
        continue;
      }
      int rarest = -1;
      for (int at = start(i); at + gram <= end(i); at++) {
        if (isLiteral(at, gram)) {
          int slot = slotOf(at, gram);
          rarest = rarest < 0 || count[slot] < count[rarest] ? slot : rarest;
        }
      }
      rows.set(i, NEXT, heads.get(rarest, 0));
      heads.set(rarest, 0, i + 1);
      hasLongGrams |= gram == LONG_GRAM;
      hasShortGrams |= gram == SHORT_GRAM;
    }
    if (noneCount > 0) {
      unfiled = new CompactIntTable(noneCount, 1, size);
      for (int i = 0; i < noneCount; i++) {
        unfiled.set(i, 0, none[noneCount - 1 - i]);
      }
    }
  }

  /// The size of a pattern's grams; 0 if it has no literal part of two octets.
  private int gramSize(int pattern) {
    int longest = 0;
    int length = 0;
    for (int at = start(pattern); at < end(pattern); at++) {
      length = isLiteral(at, 1) ? length + 1 : 0;
      longest = Math.max(longest, length);
    }
    return longest >= LONG_GRAM ? LONG_GRAM : longest >= SHORT_GRAM ? SHORT_GRAM : 0;
  }

  private boolean isLiteral(int at, int size) {
    for (int i = at; i < at + size; i++) {
      if (pool[i] == WILD || pool[i] == END) {
        return false;
      }
    }
    return true;
  }

  private int slotOf(int at, int size) {
    return slot(size == LONG_GRAM ? longGram(pool, at) : shortGram(pool, at));
  }

  private static int longGram(byte[] octets, int at) {
    return octets[at] << 24
        | (octets[at + 1] & 0xff) << 16
        | (octets[at + 2] & 0xff) << 8
        | (octets[at + 3] & 0xff);
  }

  private static int shortGram(byte[] octets, int at) {
    return (octets[at] & 0xff) << 8 | (octets[at + 1] & 0xff);
  }

  private int slot(int gram) {
    int hash = gram * 0x9e3779b1;
    return (hash ^ hash >>> 15) & (slots - 1);
  }
}
