package dev.sojourn.robots.match;

import static dev.sojourn.robots.match.Octets.END;
import static dev.sojourn.robots.match.Octets.WILD;

import java.util.Arrays;

/// Finds, among many patterns with wildcards, the best that matches a URL.
///
/// Patterns are kept in order of preference. Few are tried one after another, most of them ruled
/// out by a mask of the octets that a URL must contain. Many are filed under one gram each: four
/// consecutive octets of a literal part, or two where no part has four, chosen to be the rarest
/// among all patterns of the index. A URL can match only patterns filed under one of its own grams,
/// or under none. Where the grams of a URL lead to more candidates than there are patterns, all
/// patterns are tried once instead, so that no choice of patterns and URL costs more than twice
/// that.
public final class WildcardIndex {

  /// Up to so many patterns trying each is faster than looking up the grams of a URL.
  private static final int FEW = 24;

  private static final int[] NONE = {};

  private static final WildcardIndex EMPTY = new WildcardIndex(new byte[0], NONE, NONE, NONE);

  private static final int LONG_GRAM = 4;
  private static final int SHORT_GRAM = 2;

  private final byte[] pool;
  private final int[] start;
  private final int[] end;
  private final int[] score;
  private final long[] mask;

  /// For each hash of a gram the first pattern filed there; empty where there are few patterns.
  private int[] heads = NONE;

  /// For each pattern the next one of the same hash.
  private int[] next = NONE;

  private int[] unfiled = NONE;
  private boolean hasLongGrams;
  private boolean hasShortGrams;

  private WildcardIndex(byte[] pool, int[] start, int[] end, int[] score) {
    this.pool = pool;
    this.start = start;
    this.end = end;
    this.score = score;
    this.mask = new long[start.length];
    for (int i = 0; i < start.length; i++) {
      for (int k = start[i]; k < end[i]; k++) {
        if (pool[k] != WILD && pool[k] != END) {
          mask[i] |= 1L << pool[k];
        }
      }
    }
  }

  /// Builds an index.
  ///
  /// @param pool where the patterns lie
  /// @param start for each its first octet
  /// @param end for each after its last octet
  /// @param score for each how much it is preferred; descending
  /// @return the index
  public static WildcardIndex of(byte[] pool, int[] start, int[] end, int[] score) {
    if (start.length == 0) {
      return EMPTY;
    }
    var index = new WildcardIndex(pool, start, end, score);
    if (start.length > FEW) {
      index.file();
    }
    return index;
  }

  /// {@return the number of the best pattern that matches the URL, or -1}
  ///
  /// @param url the URL
  /// @param above only patterns with a higher score are of interest
  public int find(UrlOctets url, int above) {
    if (start.length == 0 || score[0] <= above) {
      return -1;
    }
    return heads.length == 0 ? tryAll(url, above) : tryFiled(url, above);
  }

  private int tryAll(UrlOctets url, int above) {
    var octets = url.octets();
    int length = url.length();
    long missing = ~url.mask();
    for (int i = 0; i < start.length && score[i] > above; i++) {
      if ((mask[i] & missing) == 0 && Glob.matches(pool, start[i], end[i], octets, length)) {
        return i;
      }
    }
    return -1;
  }

  private int tryFiled(UrlOctets url, int above) {
    var octets = url.octets();
    int length = url.length();
    long missing = ~url.mask();
    int patterns = above < 0 ? start.length : numberAbove(above);
    int best = patterns;
    for (int each : unfiled) {
      if (each >= best) {
        break;
      }
      if ((mask[each] & missing) == 0
          && Glob.matches(pool, start[each], end[each], octets, length)) {
        best = each;
        break;
      }
    }
    int candidates = 0;
    for (int at = 0; at + SHORT_GRAM <= length; at++) {
      int each = hasLongGrams && at + LONG_GRAM <= length ? heads[slot(longGram(octets, at))] : -1;
      int other = hasShortGrams ? heads[slot(shortGram(octets, at))] : -1;
      while (each >= 0 || other >= 0) {
        int candidate = each >= 0 ? each : other;
        if (++candidates > start.length) {
          return tryAll(url, above);
        }
        if (candidate < best
            && (mask[candidate] & missing) == 0
            && Glob.matches(pool, start[candidate], end[candidate], octets, length)) {
          best = candidate;
        }
        if (each >= 0) {
          each = next[each];
        } else {
          other = next[other];
        }
      }
    }
    return best == patterns ? -1 : best;
  }

  /// How many patterns have a higher score.
  private int numberAbove(int above) {
    int low = 0;
    int high = score.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (score[middle] > above) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// Files every pattern under its rarest gram.
  private void file() {
    int slots = Integer.highestOneBit(start.length) * 4;
    heads = new int[slots];
    next = new int[start.length];
    var count = new int[slots];
    for (int i = 0; i < start.length; i++) {
      int size = gramSize(i);
      for (int at = start[i]; size > 0 && at + size <= end[i]; at++) {
        if (isLiteral(at, size)) {
          count[slotOf(at, size)]++;
        }
      }
    }
    Arrays.fill(heads, -1);
    var none = new int[start.length];
    int unfiledCount = 0;
    // Backwards, so that each chain begins with the pattern that is preferred most.
    for (int i = start.length - 1; i >= 0; i--) {
      int size = gramSize(i);
      if (size == 0) {
        none[unfiledCount++] = i;
        continue;
      }
      int rarest = -1;
      for (int at = start[i]; at + size <= end[i]; at++) {
        if (isLiteral(at, size)) {
          int slot = slotOf(at, size);
          rarest = rarest < 0 || count[slot] < count[rarest] ? slot : rarest;
        }
      }
      next[i] = heads[rarest];
      heads[rarest] = i;
      hasLongGrams |= size == LONG_GRAM;
      hasShortGrams |= size == SHORT_GRAM;
    }
    unfiled = new int[unfiledCount];
    for (int i = 0; i < unfiledCount; i++) {
      unfiled[i] = none[unfiledCount - 1 - i];
    }
  }

  /// The size of the grams of a pattern, 0 if it has no literal part of two octets.
  private int gramSize(int pattern) {
    int longest = 0;
    int size = 0;
    for (int at = start[pattern]; at < end[pattern]; at++) {
      size = isLiteral(at, 1) ? size + 1 : 0;
      longest = Math.max(longest, size);
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
    return (hash ^ hash >>> 15) & (heads.length - 1);
  }
}
