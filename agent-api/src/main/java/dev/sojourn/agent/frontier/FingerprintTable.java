package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.Arrays;

/// A set of 64-bit fingerprints, optionally with a mark of 24 bits for each.
///
/// Its place implies some bits of a fingerprint: from 65,536 fingerprints on, 6 octets are stored.
/// No structure with as few errors can save more than 10 further bits. The latest fingerprints are
/// in a hash table; when it is full, they are merged into the sorted rest. The hash table has at
/// most a sixteenth of all, so each fingerprint is moved 17 times on average.
public final class FingerprintTable {
  private static final int LEAST_RECENT = 1024;
  private static final int RECENT_SHARE = 16;
  private static final int FIRST_SLOTS = 64;

  private final boolean isMarked;
  private SortedFingerprints sorted = SortedFingerprints.none();

  /// A hash table with open addressing; zero marks a free slot.
  private long[] recent = new long[FIRST_SLOTS];

  private int[] recentMarks;
  private int recentCount;

  private FingerprintTable(boolean isMarked) {
    this.isMarked = isMarked;
    this.recentMarks = new int[isMarked ? FIRST_SLOTS : 0];
  }

  /// {@return an empty table of fingerprints without marks}
  public static FingerprintTable plain() {
    return new FingerprintTable(false);
  }

  /// {@return an empty table of fingerprints with marks}
  public static FingerprintTable marked() {
    return new FingerprintTable(true);
  }

  /// {@return how many fingerprints there are}
  public int size() {
    return sorted.size() + recentCount;
  }

  /// {@return whether a fingerprint is in the table}
  ///
  /// @param fingerprint not zero
  public boolean contains(long fingerprint) {
    return recent[slot(recent, fingerprint)] == fingerprint || sorted.find(fingerprint) >= 0;
  }

  /// Adds a fingerprint.
  ///
  /// @param fingerprint not zero
  /// @return whether it was new
  public boolean add(long fingerprint) {
    if (contains(fingerprint)) {
      return false;
    }
    insert(fingerprint, 0);
    return true;
  }

  /// {@return the mark of a fingerprint; 0 if it has none, or is absent}
  ///
  /// @param fingerprint not zero
  public int mark(long fingerprint) {
    int slot = slot(recent, fingerprint);
    if (recent[slot] == fingerprint) {
      return recentMarks[slot];
    }
    int number = sorted.find(fingerprint);
    return number < 0 ? 0 : sorted.mark(number);
  }

  /// Sets the mark of a fingerprint, which is added if it is absent.
  ///
  /// @param fingerprint not zero
  /// @param mark of 24 bits
  public void mark(long fingerprint, int mark) {
    int slot = slot(recent, fingerprint);
    if (recent[slot] == fingerprint) {
      recentMarks[slot] = mark;
      return;
    }
    int number = sorted.find(fingerprint);
    if (number >= 0) {
      sorted.mark(number, mark);
    } else {
      insert(fingerprint, mark);
    }
  }

  private void insert(long fingerprint, int mark) {
    int slot = slot(recent, fingerprint);
    recent[slot] = fingerprint;
    if (isMarked) {
      recentMarks[slot] = mark;
    }
    recentCount++;
    if (recentCount > Math.max(LEAST_RECENT, sorted.size() / RECENT_SHARE)) {
      sorted = SortedFingerprints.merged(sorted, sortedRecent(), isMarked);
      Arrays.fill(recent, 0);
      recentCount = 0;
    } else if (recentCount * 2 > recent.length) {
      grow();
    }
  }

  private void grow() {
    var larger = new long[recent.length * 2];
    var moved = new int[isMarked ? larger.length : 0];
    for (int i = 0; i < recent.length; i++) {
      if (recent[i] != 0) {
        int slot = slot(larger, recent[i]);
        larger[slot] = recent[i];
        if (isMarked) {
          moved[slot] = recentMarks[i];
        }
      }
    }
    recent = larger;
    recentMarks = moved;
  }

  private SortedFingerprints sortedRecent() {
    var fingerprints = new long[recentCount];
    int count = 0;
    for (long fingerprint : recent) {
      if (fingerprint != 0) {
        fingerprints[count++] =
            fingerprint ^ Long.MIN_VALUE; // Makes the signed order equal the unsigned order.
      }
    }
    Arrays.sort(fingerprints);
    var builder = new SortedFingerprints.Builder(count, isMarked);
    for (long flipped : fingerprints) {
      long fingerprint = flipped ^ Long.MIN_VALUE;
      builder.add(fingerprint, isMarked ? recentMarks[slot(recent, fingerprint)] : 0);
    }
    return builder.build();
  }

  /// The slot of a fingerprint, or the free slot for it if it is absent.
  private static int slot(long[] table, long fingerprint) {
    int mask = table.length - 1;
    int slot = (int) fingerprint & mask;
    while (table[slot] != 0 && table[slot] != fingerprint) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /// Writes the table into a state.
  ///
  /// @param out receives the octets, and counts the objects that reading them will make
  /// @throws IOException if it has no more room
  public void write(StateOutput out) throws IOException {
    sorted.write(out, isMarked);
    sortedRecent().write(out, isMarked);
  }

  /// Replaces the fingerprints by the fingerprints of a state.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if the octets are malformed
  public void read(StateInput in) {
    var older = SortedFingerprints.read(in, isMarked);
    restore(SortedFingerprints.merged(older, SortedFingerprints.read(in, isMarked), isMarked));
  }

  private void restore(SortedFingerprints fingerprints) {
    sorted = fingerprints;
    Arrays.fill(recent, 0);
    recentCount = 0;
  }
}
