package dev.sojourn.robots.match;

import dev.sojourn.robots.match.Octets.Form;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The part of a URL that is compared with rules, in canonical form.
///
/// Instances are pooled so that a decision allocates nothing: [#of] takes one from the pool,
/// [#close] returns it. If the pool has none for this thread, a new one is made. An instance
/// belongs to one thread between the two calls.
public final class UrlOctets implements AutoCloseable {

  /// Buffers that grew beyond this are not kept.
  private static final int KEPT_OCTETS = 64 * 1024;

  private static final int SLOTS = 16;

  private static final AtomicReferenceArray<@Nullable UrlOctets> READY =
      new AtomicReferenceArray<>(SLOTS);

  private static final byte[] ROBOTS_TXT = {'/', 'r', 'o', 'b', 'o', 't', 's', '.', 't', 'x', 't'};

  /// Whether each ASCII character is copied unchanged.
  private static final boolean[] PLAIN_IN_SUBJECT = plainBut("#");

  private static final boolean[] PLAIN_IN_PATH = plainBut("#?");

  private char[] text = new char[1024];
  private byte[] octets = new byte[1024];
  private int length;
  private long mask;

  private UrlOctets() {}

  /// Borrows an instance and fills it.
  ///
  /// @param url an absolute URL, or a path that begins with `/`; a fragment is dropped, a missing
  ///   path is `/`
  /// @param form [Form#SUBJECT] for path and query, [Form#PATH] and [Form#DECODED] for the path
  ///   alone
  /// @return the instance, to be closed after use
  public static UrlOctets of(String url, Form form) {
    int slot = (int) Thread.currentThread().threadId() & (SLOTS - 1);
    var ready = READY.getAndSet(slot, null);
    var result = ready == null ? new UrlOctets() : ready;
    result.fill(url, form);
    return result;
  }

  /// Returns the instance to the pool; do not use it afterwards.
  @Override
  public void close() {
    if (octets.length <= KEPT_OCTETS && text.length <= KEPT_OCTETS) {
      READY.lazySet((int) Thread.currentThread().threadId() & (SLOTS - 1), this);
    }
  }

  /// {@return whether this is `/robots.txt`, which is always allowed (RFC 9309, 2.2.2)}
  public boolean isRobotsTxt() {
    return length == ROBOTS_TXT.length
        && Arrays.equals(octets, 0, length, ROBOTS_TXT, 0, ROBOTS_TXT.length);
  }

  byte[] octets() {
    return octets;
  }

  int length() {
    return length;
  }

  /// The set of its octets modulo 64, as bits.
  long mask() {
    return mask;
  }

  private void fill(String url, Form form) {
    int chars = url.length();
    if (text.length < chars) {
      text = new char[chars + 64];
    }
    // One bulk copy is cheaper than reading the string character by character.
    url.getChars(0, chars, text, 0);
    final char[] in = text;
    int start = pathStart(in, chars);
    if (octets.length <= chars - start) {
      octets = new byte[chars - start + 64];
    }
    final byte[] out = octets;
    int n = 0;
    long seen = 0;
    if (start == chars || in[start] != '/') {
      out[n++] = '/';
      seen = 1L << '/';
    }
    var plain = form == Form.SUBJECT ? PLAIN_IN_SUBJECT : PLAIN_IN_PATH;
    int i = start;
    while (i < chars) {
      char c = in[i];
      if (c >= 0x80 || !plain[c]) {
        break;
      }
      out[n++] = (byte) c;
      seen |= 1L << c;
      i++;
    }
    if (i < chars) {
      int from = n;
      n = canonical(in, i, chars, n, form);
      seen |= maskOf(octets, from, n);
    }
    length = n;
    mask = seen;
  }

  /// Continues from a character that is not simply copied.
  private int canonical(char[] in, int start, int chars, int at, Form form) {
    int o = at;
    for (int i = start; i < chars; i++) {
      // A code point becomes at most four octets, each of them three.
      if (o + 12 > octets.length) {
        octets = Arrays.copyOf(octets, octets.length * 2);
      }
      var out = octets;
      char c = in[i];
      if (c == '#' || (c == '?' && form != Form.SUBJECT)) {
        break;
      }
      if (c < 0x80 && Octets.isPlain(c)) {
        out[o++] = (byte) c;
      } else if (c == '%'
          && i + 2 < chars
          && Octets.hex(in[i + 1]) >= 0
          && Octets.hex(in[i + 2]) >= 0) {
        int octet = Octets.hex(in[i + 1]) << 4 | Octets.hex(in[i + 2]);
        o = Octets.decoded(octet, out, o, form);
        i += 2;
      } else if (c < 0x80) {
        o = Octets.raw(c, false, out, o, form);
      } else {
        int point = Character.codePointAt(in, i, chars);
        o = utf8(point, out, o, form);
        i += Character.charCount(point) - 1;
      }
    }
    return o;
  }

  private static int utf8(int point, byte[] out, int at, Form form) {
    // A lone surrogate has no UTF-8 form; U+FFFD replaces it.
    int c = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
    int o = at;
    if (c < 0x800) {
      o = Octets.raw(0xc0 | c >> 6, false, out, o, form);
      return Octets.raw(0x80 | (c & 0x3f), false, out, o, form);
    }
    if (c < 0x10000) {
      o = Octets.raw(0xe0 | c >> 12, false, out, o, form);
    } else {
      o = Octets.raw(0xf0 | c >> 18, false, out, o, form);
      o = Octets.raw(0x80 | (c >> 12 & 0x3f), false, out, o, form);
    }
    o = Octets.raw(0x80 | (c >> 6 & 0x3f), false, out, o, form);
    return Octets.raw(0x80 | (c & 0x3f), false, out, o, form);
  }

  private static long maskOf(byte[] octets, int from, int to) {
    long mask = 0;
    for (int i = from; i < to; i++) {
      mask |= 1L << octets[i];
    }
    return mask;
  }

  private static boolean[] plainBut(String ends) {
    var plain = new boolean[128];
    for (int c = 0; c < plain.length; c++) {
      plain[c] = Octets.isPlain(c) && ends.indexOf(c) < 0;
    }
    return plain;
  }

  /// The start of the path: after `scheme://authority`, or after an authority without scheme.
  private static int pathStart(char[] url, int chars) {
    if (chars > 0 && url[0] == '/') {
      return 0;
    }
    int i = afterScheme(url, chars);
    while (i < chars && url[i] != '/' && url[i] != '?' && url[i] != '#') {
      i++;
    }
    return i;
  }

  private static int afterScheme(char[] url, int chars) {
    for (int i = 0; i < chars; i++) {
      char c = url[i];
      if (c == ':' && i + 2 < chars && url[i + 1] == '/' && url[i + 2] == '/') {
        return i + 3;
      }
      if (c == '/' || c == '?' || c == '#') {
        return 0;
      }
    }
    return 0;
  }
}
