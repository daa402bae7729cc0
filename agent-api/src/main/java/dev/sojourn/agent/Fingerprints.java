package dev.sojourn.agent;

/// A set of strings kept as 64-bit fingerprints in an open-addressed table; zero marks a free slot.
final class Fingerprints {
  private long[] table = new long[64];
  private int size;

  /// Adds the string's fingerprint; says whether it was new.
  boolean add(String text) {
    long print = of(text);
    int slot = slot(table, print);
    if (table[slot] == print) {
      return false;
    }
    table[slot] = print;
    size++;
    if (size * 2 > table.length) {
      grow();
    }
    return true;
  }

  /// {@return whether the string's fingerprint is there}
  boolean contains(String text) {
    long print = of(text);
    return table[slot(table, print)] == print;
  }

  private void grow() {
    var larger = new long[table.length * 2];
    for (long print : table) {
      if (print != 0) {
        larger[slot(larger, print)] = print;
      }
    }
    table = larger;
  }

  /// Where a fingerprint stands, or else the free slot in which it belongs.
  static int slot(long[] table, long print) {
    int mask = table.length - 1;
    int slot = (int) print & mask;
    while (table[slot] != 0 && table[slot] != print) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /// FNV-1a over the characters, then the finaliser of SplitMix64, since FNV alone leaves the low
  /// bits that pick the slot weak. Never zero.
  static long of(String text) {
    long hash = 0xcbf29ce484222325L;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ (hash >>> 30)) * 0xbf58476d1ce4e5b9L;
    hash = (hash ^ (hash >>> 27)) * 0x94d049bb133111ebL;
    hash ^= hash >>> 31;
    return hash == 0 ? 1 : hash;
  }
}
