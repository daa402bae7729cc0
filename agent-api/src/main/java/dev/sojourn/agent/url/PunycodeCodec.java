package dev.sojourn.agent.url;

import java.util.Arrays;
import java.util.Optional;

/// Encodes the code points of a label as letters, digits and hyphens (RFC 3492), and decodes them.
final class PunycodeCodec {
  private static final int BASE = 36;
  private static final int MIN = 1;
  private static final int MAX = 26;
  private static final int SKEW = 38;
  private static final int DAMP = 700;
  private static final int FIRST_BIAS = 72;
  private static final int FIRST = 0x80;

  private PunycodeCodec() {}

  /// {@return a label encoded, without a prefix}
  ///
  /// @param label of at most [DomainName#MAX_CHARS] characters, since each character beyond ASCII
  ///   needs a pass over the label
  static String encoded(int[] label) {
    var out = new StringBuilder();
    Arrays.stream(label).filter(c -> c < FIRST).forEach(out::appendCodePoint);
    int basic = out.length();
    if (basic > 0) {
      out.append('-');
    }
    int from = FIRST;
    int bias = FIRST_BIAS;
    int done = basic;
    long delta = 0;
    for (int next : Arrays.stream(label).filter(c -> c >= FIRST).sorted().distinct().toArray()) {
      delta += (long) (next - from) * (done + 1);
      for (int c : label) {
        if (c < next) {
          delta++;
        } else if (c == next) {
          append(out, delta, bias);
          bias = adapted(delta, done + 1, done == basic);
          delta = 0;
          done++;
        }
      }
      delta++;
      from = next + 1;
    }
    return out.toString();
  }

  private static void append(StringBuilder out, long delta, int bias) {
    long rest = delta;
    for (int k = BASE; ; k += BASE) {
      int threshold = Math.clamp(k - bias, MIN, MAX);
      if (rest < threshold) {
        out.append(digit((int) rest));
        return;
      }
      out.append(digit(threshold + (int) ((rest - threshold) % (BASE - threshold))));
      rest = (rest - threshold) / (BASE - threshold);
    }
  }

  private static char digit(int value) {
    return (char) (value < 26 ? 'a' + value : '0' + value - 26);
  }

  private static int adapted(long delta, int points, boolean isFirst) {
    long rest = isFirst ? delta / DAMP : delta / 2;
    rest += rest / points;
    int k = 0;
    while (rest > (BASE - MIN) * MAX / 2) {
      rest /= BASE - MIN;
      k += BASE;
    }
    return (int) (k + (BASE - MIN + 1) * rest / (rest + SKEW));
  }

  /// {@return the label that was encoded; empty if the text is malformed}
  ///
  /// @param text ASCII, without a prefix
  static Optional<String> decoded(String text) {
    return new Decoder(text).decoded();
  }

  /// Decodes one label: each number gives the place of the next code point, and its difference from
  /// the previous code point.
  private static final class Decoder {
    private final String text;
    private final int[] points;
    private int count;
    private int at;
    private long index;

    Decoder(String text) {
      this.text = text;
      this.points = new int[text.length()];
      int last = text.lastIndexOf('-');
      while (count < last) {
        points[count] = text.charAt(count);
        count++;
      }
      this.at = last < 0 ? 0 : last + 1;
    }

    Optional<String> decoded() {
      long point = FIRST;
      int bias = FIRST_BIAS;
      while (at < text.length()) {
        long before = index;
        if (!addNumber(bias)) {
          return Optional.empty();
        }
        bias = adapted(index - before, count + 1, before == 0);
        point += index / (count + 1);
        if (point > Character.MAX_CODE_POINT) {
          return Optional.empty();
        }
        insert((int) point, (int) (index % (count + 1)));
      }
      return Optional.of(new String(points, 0, count));
    }

    private void insert(int point, int place) {
      System.arraycopy(points, place, points, place + 1, count - place);
      points[place] = point;
      count++;
      index = place + 1L;
    }

    /// Adds the number that begins here; false if it has no end, or is too large.
    private boolean addNumber(int bias) {
      long weight = 1;
      for (int k = BASE; weight <= Integer.MAX_VALUE; k += BASE) {
        int digit = at < text.length() ? value(text.charAt(at++)) : -1;
        int threshold = Math.clamp(k - bias, MIN, MAX);
        index += digit * weight;
        if (digit < 0 || index > Integer.MAX_VALUE) {
          return false;
        }
        if (digit < threshold) {
          return true;
        }
        weight *= BASE - threshold;
      }
      return false;
    }
  }

  private static int value(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0' + 26;
    }
    return c >= 'a' && c <= 'z' ? c - 'a' : c >= 'A' && c <= 'Z' ? c - 'A' : -1;
  }
}
