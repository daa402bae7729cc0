package dev.sojourn.robots;

import dev.sojourn.robots.image.Tag;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// The known field names, compared without regard to case.
enum FieldName {
  USER_AGENT("user-agent", Tag.AGENT),
  ALLOW("allow", Tag.ALLOW),
  DISALLOW("disallow", Tag.DISALLOW),
  SITEMAP("sitemap", Tag.SITEMAP),
  MOBILE_AGENT_SERVER("mobile-agent-server", Tag.ROUTE),
  CRAWL_DELAY("crawl-delay", Tag.CRAWL_DELAY),
  REQUEST_RATE("request-rate", Tag.REQUEST_RATE),
  LICENSE("license", Tag.LICENSE),
  CONTENT_USAGE("content-usage", Tag.CONTENT_USAGE),
  CONTENT_SIGNAL("content-signal", Tag.CONTENT_SIGNAL),
  CONTENT_SIGNALS("content-signals", Tag.CONTENT_SIGNAL),
  OTHER("", Tag.OTHER);

  private static final String SEPARATORS = "()<>@,;:\\\"/[]?={}";

  /// From this length on, a name with two wrong letters still resembles the correct one.
  private static final int LONG_NAME = 8;

  private static final VarHandle EIGHT_OCTETS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /// The bit by which ASCII letters differ in case, in each of eight octets.
  private static final long LOWER_CASE = 0x2020202020202020L;

  private static final long EIGHT_OF_DISALLOW = 0x646973616c6c6f77L;

  /// `allow:` and any two octets after it.
  private static final long SIX_OF_ALLOW = 0x616c6c6f773a0000L;

  private static final long SIX = 0xffffffffffff0000L;

  private final String text;
  private final byte tag;

  FieldName(String text, byte tag) {
    this.text = text;
    this.tag = tag;
  }

  int length() {
    return text.length();
  }

  /// [#ALLOW] or [#DISALLOW] if a line begins with this name and a colon, compared eight octets at
  /// a time; else [#OTHER]. Also [#OTHER] if fewer than nine octets are left.
  static FieldName ofRule(byte[] in, int from, int to) {
    if (to - from < 9) {
      return OTHER;
    }
    // The case mask is exact only for letters, so the colon is compared separately.
    long name = (long) EIGHT_OCTETS.get(in, from) | LOWER_CASE;
    if (name == EIGHT_OF_DISALLOW) {
      return in[from + 8] == ':' ? DISALLOW : OTHER;
    }
    return (name & SIX) == SIX_OF_ALLOW && in[from + 5] == ':' ? ALLOW : OTHER;
  }

  byte tag() {
    return tag;
  }

  /// The field with this name, or [#OTHER].
  static FieldName of(byte[] in, int from, int to) {
    var candidate =
        switch (to - from) {
          case 5 -> ALLOW;
          case 7 -> (in[from] | 0x20) == 's' ? SITEMAP : LICENSE;
          case 8 -> DISALLOW;
          case 10 -> USER_AGENT;
          case 11 -> CRAWL_DELAY;
          case 12 -> REQUEST_RATE;
          case 13 -> CONTENT_USAGE;
          case 14 -> CONTENT_SIGNAL;
          case 15 -> CONTENT_SIGNALS;
          case 19 -> MOBILE_AGENT_SERVER;
          default -> OTHER;
        };
    return candidate.is(in, from, to) ? candidate : OTHER;
  }

  /// The intended field of a misspelt name, or [#OTHER]: at most two letters are inserted, missing,
  /// replaced or swapped.
  static FieldName meant(byte[] in, int from, int to) {
    if (DISALLOW.resembles(in, from, to, 2)) {
      return DISALLOW;
    }
    return USER_AGENT.resembles(in, from, to, 2) ? USER_AGENT : OTHER;
  }

  /// The field that a name resembles, or [#OTHER]. The name is reported, but not repaired, since
  /// another field may have it. One letter may differ in short names, two in long ones.
  static FieldName resembled(byte[] in, int from, int to) {
    for (var field : values()) {
      int differing = field.length() < LONG_NAME ? 1 : 2;
      if (field != OTHER && field.resembles(in, from, to, differing)) {
        return field;
      }
    }
    return OTHER;
  }

  /// Whether the name consists of ASCII letters, digits, `-` and `_`.
  static boolean isName(byte[] in, int from, int to) {
    for (int i = from; i < to; i++) {
      int c = in[i] | 0x20;
      boolean ok =
          (c >= 'a' && c <= 'z') || (in[i] >= '0' && in[i] <= '9') || in[i] == '-' || in[i] == '_';
      if (!ok) {
        return false;
      }
    }
    return to > from && to - from <= 64;
  }

  /// Whether the name is a token of RFC 1945, 2.2: ASCII without controls, white space and
  /// separators.
  static boolean isToken(byte[] in, int from, int to) {
    for (int i = from; i < to; i++) {
      if (in[i] <= ' ' || in[i] == 0x7f || SEPARATORS.indexOf(in[i]) >= 0) {
        return false;
      }
    }
    return to > from;
  }

  private boolean is(byte[] in, int from, int to) {
    if (to - from != text.length()) {
      return false;
    }
    for (int i = 0; i < text.length(); i++) {
      if (lower(in[from + i]) != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean resembles(byte[] in, int from, int to, int differing) {
    int length = to - from;
    if (Math.abs(length - text.length()) > differing) {
      return false;
    }
    var before = new int[length + 1];
    var last = new int[length + 1];
    var row = new int[length + 1];
    for (int j = 0; j <= length; j++) {
      last[j] = j;
    }
    for (int i = 1; i <= text.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= length; j++) {
        int c = lower(in[from + j - 1]);
        int replaced = last[j - 1] + (c == text.charAt(i - 1) ? 0 : 1);
        row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
        if (i > 1
            && j > 1
            && c == text.charAt(i - 2)
            && lower(in[from + j - 2]) == text.charAt(i - 1)) {
          row[j] = Math.min(row[j], before[j - 2] + 1);
        }
      }
      var spare = before;
      before = last;
      last = row;
      row = spare;
    }
    return last[length] <= differing;
  }

  private static int lower(byte b) {
    return b >= 'A' && b <= 'Z' ? b | 0x20 : b;
  }
}
