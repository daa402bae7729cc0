package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.Arrays;

/// A set of 64-bit fingerprints, with a mark of 24 bits for each if wanted.
///
/// A print takes 64 bits less those that its place implies, 6 octets from 65,536 prints on. No
/// structure with as few errors can save more than 10 bits of that. The latest prints are in a hash
/// table; from time to time they are merged into the sorted rest. The table has at most a sixteenth
/// of all, so each print is moved 17 times on average.
public final class FingerprintTable {
  private static final int LEAST_RECENT = 1024;
  private static final int RECENT_SHARE = 16;
  private static final int FIRST_SLOTS = 64;

  private final boolean isMarked;
  private SortedFingerprints sorted = SortedFingerprints.none();

  /// Open-addressed; zero marks a free slot.
  private long[] recent = new long[FIRST_SLOTS];

  private int[] recentMarks;
  private int recentCount;

  private FingerprintTable(boolean isMarked) {
    this.isMarked = isMarked;
    this.recentMarks = new int[isMarked ? FIRST_SLOTS : 0];
  }

  /// {@return an empty table of prints}
  public static FingerprintTable plain() {
    return new FingerprintTable(false);
  }

  /// {@return an empty table of prints with marks}
  public static FingerprintTable marked() {
    return new FingerprintTable(true);
  }

  /// {@return how many prints there are}
  public int size() {
    return sorted.size() + recentCount;
  }

  /// {@return whether a print is in the table}
  ///
  /// @param print not zero
  public boolean contains(long print) {
    return recent[slot(recent, print)] == print || sorted.find(print) >= 0;
  }

  /// Adds a print.
  ///
  /// @param print not zero
  /// @return whether it was new
  public boolean add(long print) {
    if (contains(print)) {
      return false;
    }
    insert(print, 0);
    return true;
  }

  /// {@return the mark of a print; 0 if it has none, or is not there}
  ///
  /// @param print not zero
  public int mark(long print) {
    int slot = slot(recent, print);
    if (recent[slot] == print) {
      return recentMarks[slot];
    }
    int number = sorted.find(print);
    return number < 0 ? 0 : sorted.mark(number);
  }

  /// Gives a print a mark, and adds it if it is not there.
  ///
  /// @param print not zero
  /// @param mark of 24 bits
  public void mark(long print, int mark) {
    int slot = slot(recent, print);
    if (recent[slot] == print) {
      recentMarks[slot] = mark;
      return;
    }
    int number = sorted.find(print);
    if (number >= 0) {
      sorted.mark(number, mark);
    } else {
      insert(print, mark);
    }
  }

  private void insert(long print, int mark) {
    int slot = slot(recent, print);
    recent[slot] = print;
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
    var prints = new long[recentCount];
    int count = 0;
    for (long print : recent) {
      if (print != 0) {
        prints[count++] = print ^ Long.MIN_VALUE; // So that signed order is unsigned order.
      }
    }
    Arrays.sort(prints);
    var builder = new SortedFingerprints.Builder(count, isMarked);
    for (long flipped : prints) {
      long print = flipped ^ Long.MIN_VALUE;
      builder.add(print, isMarked ? recentMarks[slot(recent, print)] : 0);
    }
    return builder.build();
  }

  /// The slot of a fingerprint, or else the free slot in which it belongs.
  private static int slot(long[] table, long print) {
    int mask = table.length - 1;
    int slot = (int) print & mask;
    while (table[slot] != 0 && table[slot] != print) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /// Writes the table into a state.
  ///
  /// @param out takes the octets, and counts the objects that they will be read as
  /// @throws IOException if it takes no more
  public void write(StateOutput out) throws IOException {
    sorted.write(out, isMarked);
    sortedRecent().write(out, isMarked);
  }

  /// Takes the prints of a state in place of its own.
  ///
  /// @param in what [#write] wrote, or any other octets
  /// @throws IllegalArgumentException if it is not what a table wrote
  public void read(StateInput in) {
    var older = SortedFingerprints.read(in, isMarked);
    restore(SortedFingerprints.merged(older, SortedFingerprints.read(in, isMarked), isMarked));
  }

  private void restore(SortedFingerprints prints) {
    sorted = prints;
    Arrays.fill(recent, 0);
    recentCount = 0;
  }
}
