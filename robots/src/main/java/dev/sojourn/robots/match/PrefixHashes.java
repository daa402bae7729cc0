package dev.sojourn.robots.match;

import java.util.Arrays;
import java.util.Optional;

/// Finds the longest prefix of a URL among many by hashes, in time that depends on the URL and not
/// on the number of prefixes.
///
/// For each length that a prefix has, it keeps the last octets of the prefixes of that length. One
/// open table holds a hash of each prefix with its row in the index. A look-up goes through the
/// lengths up to that of the URL, hashing eight octets at a time. It looks into the table only if
/// the URL has such an octet at the end of that length: among paths of directories, at its slashes.
/// The last place at which the hashes agree is the candidate. The index compares its octets once,
/// and searches in its own way if they differ. So a look-up costs a pass over the lengths, at most
/// one look for each, and one comparison, for any file and any URL.
///
/// An attacker can choose prefixes that fall into one place of the table, which would make looks
/// long. If a prefix would have to lie more than [#MAX_STEPS] places from its own, no table is
/// made.
final class PrefixHashes {

  /// With fewer prefixes, a search in the sorted array takes three or four comparisons.
  private static final int MIN_PREFIXES = 8;

  /// A place holds the row in its lower half, and no more fit there.
  private static final int MAX_PREFIXES = 0xffff;

  private static final int MAX_STEPS = 64;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  /// The lengths that prefixes have, ascending.
  private final int[] lengths;

  /// For each of them the bits of the octets that prefixes of that length end with, modulo 64.
  private final long[] lastOctets;

  /// The upper half of a hash above, one more than the row below; 0 for a free place.
  private final int[] places;

  private final int shift;

  private PrefixHashes(int[] lengths, long[] lastOctets, int[] places) {
    this.lengths = lengths;
    this.lastOctets = lastOctets;
    this.places = places;
    this.shift = Long.numberOfLeadingZeros(places.length - 1L);
  }

  /// Makes the table for different prefixes.
  ///
  /// @param pool where the prefixes lie
  /// @param start for each its first octet
  /// @param end for each after its last octet
  /// @return empty if there are so few that it is of no use, or if it would be slow
  static Optional<PrefixHashes> of(byte[] pool, int[] start, int[] end) {
    int n = start.length;
    if (n < MIN_PREFIXES || n > MAX_PREFIXES) {
      return Optional.empty();
    }
    var length = new int[n];
    Arrays.setAll(length, i -> end[i] - start[i]);
    var lengths = Arrays.stream(length).sorted().distinct().toArray();
    if (lengths[0] == 0) {
      return Optional.empty();
    }
    var lastOctets = new long[lengths.length];
    var hashes = new PrefixHashes(lengths, lastOctets, new int[Integer.highestOneBit(n) * 4]);
    for (int i = 0; i < n; i++) {
      lastOctets[Arrays.binarySearch(lengths, length[i])] |= 1L << pool[end[i] - 1];
      if (!hashes.add(hash(pool, start[i], end[i]), i)) {
        return Optional.empty();
      }
    }
    return Optional.of(hashes);
  }

  /// The most likely longest prefix of the URL: its length above, its row below; -1 if there surely
  /// is none. If the row has another length or is no prefix, there may be a longer one than it or
  /// none.
  long candidate(byte[] url, int urlLength) {
    long whole = 0;
    int hashed = 0;
    long candidate = -1;
    for (int i = 0; i < lengths.length && lengths[i] <= urlLength; i++) {
      int length = lengths[i];
      if ((lastOctets[i] & 1L << url[length - 1]) == 0) {
        continue;
      }
      while (hashed + Long.BYTES <= length) {
        whole = mixed(whole, OctetOrder.firstOctets(url, hashed, hashed + Long.BYTES));
        hashed += Long.BYTES;
      }
      int found = row(ended(whole, OctetOrder.firstOctets(url, hashed, length), length));
      candidate = found < 0 ? candidate : (long) length << Integer.SIZE | found;
    }
    return candidate;
  }

  static long hash(byte[] pool, int from, int to) {
    long whole = 0;
    int at = from;
    for (; at + Long.BYTES <= to; at += Long.BYTES) {
      whole = mixed(whole, OctetOrder.firstOctets(pool, at, at + Long.BYTES));
    }
    return ended(whole, OctetOrder.firstOctets(pool, at, to), to - from);
  }

  private static long mixed(long hash, long octets) {
    long product = (hash ^ octets) * MULTIPLIER;
    return product ^ product >>> 32;
  }

  private static long ended(long whole, long rest, int length) {
    return mixed(mixed(whole, rest), length) * MULTIPLIER;
  }

  private int row(long hash) {
    int wanted = (int) hash & 0xffff0000;
    int at = (int) (hash >>> shift);
    for (int steps = 0; steps <= MAX_STEPS; steps++) {
      int place = places[at];
      if (place == 0) {
        return -1;
      }
      if ((place & 0xffff0000) == wanted) {
        return (place & 0xffff) - 1;
      }
      at = (at + 1) & (places.length - 1);
    }
    return -1;
  }

  private boolean add(long hash, int row) {
    int at = (int) (hash >>> shift);
    for (int steps = 0; steps <= MAX_STEPS; steps++) {
      if (places[at] == 0) {
        places[at] = ((int) hash & 0xffff0000) | (row + 1);
        return true;
      }
      at = (at + 1) & (places.length - 1);
    }
    return false;
  }
}
