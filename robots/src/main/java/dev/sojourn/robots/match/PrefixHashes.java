package dev.sojourn.robots.match;

import java.util.Arrays;
import java.util.Optional;

/// Finds the longest matching prefix of a URL by hashes, in a time that depends on the URL and not
/// on the number of prefixes.
///
/// For each length of a prefix, it keeps the set of last octets of the prefixes with this length.
/// One hash table with open addressing holds the hash of each prefix with its row in the index. A
/// look-up goes through the lengths up to that of the URL, and hashes eight octets at a time. It
/// probes the table only if the URL has one of the last octets at this length. If the prefixes are
/// directories, this occurs only at slashes, and at `o`, which is equal modulo 64. The longest
/// prefix whose hash agrees is the candidate. The index then compares its octets once, and uses a
/// binary search if they differ. For any file and any URL, a look-up therefore costs one pass over
/// the lengths, at most one probe for each, and one comparison.
///
/// An attacker can choose prefixes that collide in the table, which would make probes slow. No
/// table is made if a prefix would be more than [#MAX_STEPS] places from its own place.
final class PrefixHashes {

  /// With fewer prefixes, a search in the sorted array takes three or four comparisons.
  private static final int MIN_PREFIXES = 8;

  /// A place holds the row in its lower 16 bits.
  private static final int MAX_PREFIXES = 0xffff;

  private static final int MAX_STEPS = 64;

  private static final long MULTIPLIER = 0x9e3779b97f4a7c15L;

  /// The distinct lengths of prefixes, ascending.
  private final int[] lengths;

  /// For each length, the set of last octets, modulo 64, as bits.
  private final long[] lastOctets;

  /// The upper 16 bits of a place have part of a hash, the lower 16 bits one more than the row; 0
  /// is a free place.
  private final int[] places;

  private final int shift;

  private PrefixHashes(int[] lengths, long[] lastOctets, int[] places) {
    this.lengths = lengths;
    this.lastOctets = lastOctets;
    this.places = places;
    this.shift = Long.numberOfLeadingZeros(places.length - 1L);
  }

  /// Makes the table for distinct prefixes.
  ///
  /// @param pool the octets of all prefixes
  /// @param start the index of each prefix's first octet
  /// @param end the index after each prefix's last octet
  /// @return the table; empty if there are too few or too many prefixes, or the table would be slow
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

  /// The probable longest prefix of the URL; -1 if there is certainly no prefix. The length is in
  /// the upper half, the row in the lower half. If the row has another length or is not a prefix,
  /// the result says nothing about other prefixes.
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
