package dev.sojourn.agent.frontier;

import java.io.IOException;
import java.util.Arrays;

/// Fingerprints in ascending order, optionally each with a mark of 24 bits.
///
/// Prints that begin with the same octets are stored together, and their place implies these
/// octets. From 65,536 fingerprints on, each takes 6 octets instead of 8. A look-up uses the first
/// 16 bits, then a binary search of about four steps among a million. No choice of fingerprints
/// makes the binary search linear.
///
/// ```
///  count   fingerprints that begin with 00, 01 … (or 0000, 0001 …)   the rest of each fingerprint
///          [marks: number of values, 3 octets each   one octet for each fingerprint, its value; 255:
///           3 octets follow at the end]
/// ```
final class SortedFingerprints {
  private static final int PRINT_OCTETS = 8;
  private static final int MARK_OCTETS = 3;
  private static final int MAX_PREFIX_OCTETS = 2;

  /// This many packed prints take less memory than one object.
  private static final int PRINTS_AN_OBJECT = 4;

  /// The octet of a mark that is not in the list of values.
  private static final int ESCAPE = 255;

  private final int prefixOctets;

  /// For each prefix, the number of its first fingerprint; at the end, the number of all
  /// fingerprints.
  private final int[] starts;

  private final byte[] rests;
  private final byte[] marks;

  private SortedFingerprints(int prefixOctets, int[] starts, byte[] rests, byte[] marks) {
    this.prefixOctets = prefixOctets;
    this.starts = starts;
    this.rests = rests;
    this.marks = marks;
  }

  /// No fingerprints.
  static SortedFingerprints none() {
    return new SortedFingerprints(0, new int[] {0, 0}, new byte[0], new byte[0]);
  }

  int size() {
    return starts[starts.length - 1];
  }

  /// {@return the number of a fingerprint; -1 if it is absent}
  int find(long fingerprint) {
    int prefix = prefix(fingerprint, prefixOctets);
    int low = starts[prefix];
    int high = starts[prefix + 1] - 1;
    long wanted = rest(fingerprint, prefixOctets);
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long rest = rest(middle);
      if (rest == wanted) {
        return middle;
      }
      if (Long.compareUnsigned(rest, wanted) < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }

  int mark(int number) {
    return octets(marks, number * MARK_OCTETS);
  }

  void mark(int number, int mark) {
    put(marks, number * MARK_OCTETS, MARK_OCTETS, mark);
  }

  /// {@return the union of two tables}
  ///
  /// @throws IllegalArgumentException if a fingerprint is in both
  static SortedFingerprints merged(SortedFingerprints a, SortedFingerprints b, boolean isMarked) {
    if (b.size() == 0 || a.size() == 0) {
      return b.size() == 0 ? a : b;
    }
    var merged = new Builder(a.size() + b.size(), isMarked);
    var left = a.new Cursor();
    var right = b.new Cursor();
    while (left.isValid() || right.isValid()) {
      boolean isLeft =
          left.isValid()
              && (!right.isValid()
                  || Long.compareUnsigned(left.fingerprint(), right.fingerprint()) < 0);
      var next = isLeft ? left : right;
      merged.add(next.fingerprint(), isMarked ? next.mark() : 0);
      next.advance();
    }
    return merged.build();
  }

  /// A place among the fingerprints.
  private final class Cursor {
    private int number;
    private int prefix;
    private long fingerprint;

    Cursor() {
      load();
    }

    boolean isValid() {
      return number < size();
    }

    long fingerprint() {
      return fingerprint;
    }

    int mark() {
      return SortedFingerprints.this.mark(number);
    }

    void advance() {
      number++;
      load();
    }

    private void load() {
      if (isValid()) {
        while (number >= starts[prefix + 1]) {
          prefix++;
        }
        long high = prefixOctets == 0 ? 0 : (long) prefix << restBits(prefixOctets);
        fingerprint = high | rest(number);
      }
    }
  }

  /// Builds the object from fingerprints in ascending order.
  static final class Builder {
    private final int prefixOctets;
    private final int[] starts;
    private final byte[] rests;
    private final byte[] marks;
    private final int count;
    private int added;
    private int prefixes;
    private long last;

    Builder(int count, boolean isMarked) {
      this.count = count;
      this.prefixOctets = prefixOctets(count);
      this.starts = new int[(1 << (prefixOctets * Byte.SIZE)) + 1];
      this.rests = new byte[count * (PRINT_OCTETS - prefixOctets)];
      this.marks = new byte[isMarked ? count * MARK_OCTETS : 0];
    }

    void add(long fingerprint, int mark) {
      if (added > 0 && Long.compareUnsigned(fingerprint, last) <= 0) {
        throw new IllegalArgumentException("fingerprints that are not in their order");
      }
      last = fingerprint;
      for (int prefix = prefix(fingerprint, prefixOctets); prefixes <= prefix; prefixes++) {
        starts[prefixes] = added;
      }
      int width = PRINT_OCTETS - prefixOctets;
      put(rests, added * width, width, rest(fingerprint, prefixOctets));
      if (marks.length > 0) {
        put(marks, added * MARK_OCTETS, MARK_OCTETS, mark);
      }
      added++;
    }

    SortedFingerprints build() {
      if (added != count) {
        throw new IllegalArgumentException(added + " fingerprints (expected: " + count + ")");
      }
      Arrays.fill(starts, prefixes, starts.length, count);
      return new SortedFingerprints(prefixOctets, starts, rests, marks);
    }
  }

  void write(StateOutput out, boolean isMarked) throws IOException {
    out.spend(objects(size()));
    out.number(size());
    if (prefixOctets > 0) {
      for (int prefix = 0; prefix + 1 < starts.length; prefix++) {
        out.number(starts[prefix + 1] - starts[prefix]);
      }
    }
    out.octets(rests);
    if (isMarked) {
      writeMarks(out);
    }
  }

  /// Uses a list of values, since few values make up most marks.
  private void writeMarks(StateOutput out) throws IOException {
    var codes = new MarkCodes(ESCAPE);
    var coded = new byte[size()];
    int escaped = 0;
    for (int i = 0; i < coded.length; i++) {
      int code = codes.of(mark(i));
      coded[i] = (byte) code;
      escaped += code == ESCAPE ? 1 : 0;
    }
    var values = new byte[codes.size() * MARK_OCTETS];
    for (int i = 0; i < codes.size(); i++) {
      put(values, i * MARK_OCTETS, MARK_OCTETS, codes.value(i));
    }
    out.number(codes.size());
    out.octets(values);
    out.octets(coded);
    var rest = new byte[escaped * MARK_OCTETS];
    for (int i = 0, at = 0; at < rest.length; i++) {
      if ((coded[i] & 0xff) == ESCAPE) {
        put(rest, at, MARK_OCTETS, mark(i));
        at += MARK_OCTETS;
      }
    }
    out.octets(rest);
  }

  /// Reads what [#write] wrote, or any other octets.
  static SortedFingerprints read(StateInput in, boolean isMarked) {
    int least = PRINT_OCTETS - MAX_PREFIX_OCTETS + (isMarked ? 1 : 0);
    int count = in.count(least);
    in.spend(objects(count));
    int prefixOctets = prefixOctets(count);
    var starts = new int[(1 << (prefixOctets * Byte.SIZE)) + 1];
    starts[starts.length - 1] = count;
    for (int prefix = 0, sum = 0; prefixOctets > 0 && prefix + 1 < starts.length; prefix++) {
      sum += Math.min(in.number(), count - sum + 1);
      if (sum > count || (prefix + 2 == starts.length && sum != count)) {
        throw new IllegalArgumentException("fingerprints that are not " + count);
      }
      starts[prefix + 1] = sum;
    }
    var rests = in.octets(count * (PRINT_OCTETS - prefixOctets));
    var marks = isMarked ? readMarks(in, count) : new byte[0];
    var fingerprints = new SortedFingerprints(prefixOctets, starts, rests, marks);
    fingerprints.requireOrder();
    return fingerprints;
  }

  private static byte[] readMarks(StateInput in, int count) {
    int values = Math.min(in.count(MARK_OCTETS), ESCAPE + 1);
    if (values > ESCAPE) {
      throw new IllegalArgumentException("marks of more than " + ESCAPE + " values");
    }
    var list = in.octets(values * MARK_OCTETS);
    var coded = in.octets(count);
    var marks = new byte[count * MARK_OCTETS];
    for (int i = 0; i < count; i++) {
      int code = coded[i] & 0xff;
      if (code == ESCAPE) {
        System.arraycopy(in.octets(MARK_OCTETS), 0, marks, i * MARK_OCTETS, MARK_OCTETS);
      } else if (code < values) {
        System.arraycopy(list, code * MARK_OCTETS, marks, i * MARK_OCTETS, MARK_OCTETS);
      } else {
        throw new IllegalArgumentException("mark " + code + " of " + values);
      }
    }
    return marks;
  }

  /// How many objects the fingerprints count as in a state.
  private static int objects(int fingerprints) {
    return fingerprints / PRINTS_AN_OBJECT;
  }

  /// The search finds no prints that are out of order.
  private void requireOrder() {
    for (int prefix = 0; prefix + 1 < starts.length; prefix++) {
      for (int i = starts[prefix] + 1; i < starts[prefix + 1]; i++) {
        if (Long.compareUnsigned(rest(i - 1), rest(i)) >= 0) {
          throw new IllegalArgumentException("fingerprints that are not in their order");
        }
      }
    }
  }

  /// The octets that the place implies; more for many fingerprints.
  private static int prefixOctets(int count) {
    return count < 1 << Byte.SIZE ? 0 : count < 1 << Short.SIZE ? 1 : MAX_PREFIX_OCTETS;
  }

  private static int restBits(int prefixOctets) {
    return Long.SIZE - prefixOctets * Byte.SIZE;
  }

  private static int prefix(long fingerprint, int prefixOctets) {
    return prefixOctets == 0 ? 0 : (int) (fingerprint >>> restBits(prefixOctets));
  }

  private static long rest(long fingerprint, int prefixOctets) {
    return fingerprint & (-1L >>> (prefixOctets * Byte.SIZE));
  }

  private long rest(int number) {
    int width = PRINT_OCTETS - prefixOctets;
    int at = number * width;
    long value = 0;
    for (int end = at + width; at < end; at++) {
      value = (value << Byte.SIZE) | (rests[at] & 0xff);
    }
    return value;
  }

  private static int octets(byte[] from, int at) {
    return (from[at] & 0xff) << 16 | (from[at + 1] & 0xff) << 8 | (from[at + 2] & 0xff);
  }

  private static void put(byte[] to, int at, int width, long value) {
    for (int i = width - 1, shift = 0; i >= 0; i--, shift += Byte.SIZE) {
      to[at + i] = (byte) (value >>> shift);
    }
  }
}
