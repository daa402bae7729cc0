package dev.sojourn.agent.url;

import java.util.Arrays;
import java.util.Optional;

/// The text of an IPv6 address (URL Standard, 3.5), in the form of RFC 5952: `::` replaces the
/// longest run of zeros, the first of several, and numbers have no leading zeros.
final class Ipv6Text {
  private static final int PIECES = 8;

  private final String text;
  private final int[] pieces = new int[PIECES];
  private int count;

  /// How many pieces precede `::`; negative if there is no `::`.
  private int gap = -1;

  private int at;

  private Ipv6Text(String text) {
    this.text = text;
  }

  /// {@return the address in its usual form; empty if the text is not an address}
  ///
  /// @param text without brackets
  static Optional<String> read(String text) {
    var address = new Ipv6Text(text);
    return address.isRead() ? Optional.of(address.written()) : Optional.empty();
  }

  private boolean isRead() {
    if (text.startsWith("::")) {
      gap = 0;
      at = 2;
    }
    while (at < text.length()) {
      if (count == PIECES || !piece()) {
        return false;
      }
    }
    return gap < 0 ? count == PIECES : spread();
  }

  /// Reads a piece of up to four digits and the mark after it, the second `:` of `::`, or the IPv4
  /// address at the end.
  private boolean piece() {
    if (text.charAt(at) == ':') {
      boolean isGap = gap < 0 && count > 0;
      gap = count;
      at++;
      return isGap;
    }
    int start = at;
    int value = 0;
    while (at < text.length() && at - start < 4 && hex(text.charAt(at)) >= 0) {
      value = value * 16 + hex(text.charAt(at++));
    }
    if (at < text.length() && text.charAt(at) == '.') {
      return at > start && count <= PIECES - 2 && ipv4(start);
    }
    pieces[count++] = value;
    if (at == text.length()) {
      return at > start;
    }
    boolean isColon = at > start && text.charAt(at) == ':';
    at++;
    return isColon && at < text.length();
  }

  private boolean ipv4(int start) {
    at = text.length();
    var numbers = text.substring(start).split("\\.", -1);
    if (numbers.length != 4) {
      return false;
    }
    int[] octets = new int[4];
    for (int i = 0; i < octets.length; i++) {
      var number = numbers[i];
      boolean isDecimal =
          !number.isEmpty()
              && number.length() <= 3
              && number.chars().allMatch(c -> c >= '0' && c <= '9')
              && (number.length() == 1 || number.charAt(0) != '0');
      octets[i] = isDecimal ? Integer.parseInt(number) : 256;
      if (octets[i] > 255) {
        return false;
      }
    }
    pieces[count++] = octets[0] << 8 | octets[1];
    pieces[count++] = octets[2] << 8 | octets[3];
    return true;
  }

  /// Replaces `::` by zeros, at least one.
  private boolean spread() {
    int zeros = PIECES - count;
    if (zeros < 1) {
      return false;
    }
    System.arraycopy(pieces, gap, pieces, gap + zeros, count - gap);
    Arrays.fill(pieces, gap, gap + zeros, 0);
    return true;
  }

  private String written() {
    int run = longestRun();
    int runEnd = run;
    while (run >= 0 && runEnd < PIECES && pieces[runEnd] == 0) {
      runEnd++;
    }
    var out = new StringBuilder();
    for (int i = 0; i < PIECES; i++) {
      if (i == run) {
        out.append("::");
        i = runEnd - 1;
        continue;
      }
      if (!out.isEmpty() && out.charAt(out.length() - 1) != ':') {
        out.append(':');
      }
      out.append(Integer.toHexString(pieces[i]));
    }
    return out.toString();
  }

  /// {@return the index of the longest run of at least two zeros; -1 if there is none}
  private int longestRun() {
    int best = -1;
    int most = 1;
    for (int i = 0; i < PIECES; i++) {
      int end = i;
      while (end < PIECES && pieces[end] == 0) {
        end++;
      }
      if (end - i > most) {
        best = i;
        most = end - i;
      }
      i = Math.max(i, end - 1);
    }
    return best;
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
