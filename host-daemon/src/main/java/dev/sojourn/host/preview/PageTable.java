package dev.sojourn.host.preview;

import java.util.Arrays;

/// The last answer to each crawler for each page, in bounded memory. A 64-bit hash identifies a
/// page, so two pages with the same hash are confused, which is rare. For use by one thread.
final class PageTable {
  private static final int FIRST_SLOTS = 1 << 12;
  private static final long UNKNOWN = -1;

  private final int maxPages;
  private long[] keys = new long[FIRST_SLOTS];
  private long[] sizes = new long[FIRST_SLOTS];
  private int[] marks = new int[FIRST_SLOTS];
  private int pages;

  /// @param maxPages the largest number of pages; each takes up to 60 bytes
  PageTable(int maxPages) {
    this.maxPages = maxPages;
  }

  /// The slot of a page; negative if the page is new and there is no room.
  int find(int crawler, String target) {
    long key = key(crawler, target);
    int slot = slot(key);
    if (keys[slot] == key) {
      return slot;
    }
    if (pages >= maxPages) {
      return -1;
    }
    if (pages * 2 >= keys.length) {
      grow();
      slot = slot(key);
    }
    keys[slot] = key;
    sizes[slot] = UNKNOWN;
    pages++;
    return slot;
  }

  /// The size of the last complete answer; negative if there was none.
  long size(int slot) {
    return sizes[slot];
  }

  /// The hash of the last complete answer's ETag; 0 if no ETag was logged.
  int mark(int slot) {
    return marks[slot];
  }

  void keep(int slot, long size, int mark) {
    sizes[slot] = size;
    marks[slot] = mark;
  }

  int pages() {
    return pages;
  }

  private int slot(long key) {
    int slot = (int) (key >>> 20) & (keys.length - 1);
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & (keys.length - 1);
    }
    return slot;
  }

  private void grow() {
    var oldKeys = keys;
    var oldSizes = sizes;
    var oldMarks = marks;
    keys = new long[oldKeys.length * 2];
    sizes = Arrays.copyOf(sizes, keys.length);
    marks = Arrays.copyOf(marks, keys.length);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldKeys[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        sizes[slot] = oldSizes[i];
        marks[slot] = oldMarks[i];
      }
    }
  }

  /// An FNV-1a hash with a final mix; never 0, which marks a free slot.
  private static long key(int crawler, String target) {
    long hash = 0xcbf29ce484222325L ^ crawler;
    for (int i = 0; i < target.length(); i++) {
      hash = (hash ^ target.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
    hash ^= hash >>> 29;
    return hash == 0 ? 1 : hash;
  }
}
