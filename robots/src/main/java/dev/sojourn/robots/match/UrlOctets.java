package dev.sojourn.robots.match;

import dev.sojourn.robots.match.Octets.Form;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// The part of a URL that rules are compared with, in canonical form.
///
/// Instances are lent: [#of] takes one that lies ready, [#close] puts it back, so that a decision
/// allocates nothing. A thread that finds none ready makes a new one. An instance belongs to one
/// thread between the two calls.
public final class UrlOctets implements AutoCloseable {

  /// Buffers that grew beyond this are not kept.
  private static final int KEPT_OCTETS = 64 * 1024;

  private static final int SLOTS = 16;

  private static final AtomicReferenceArray<@Nullable UrlOctets> READY =
      new AtomicReferenceArray<>(SLOTS);

  private static final byte[] ROBOTS_TXT = {'/', 'r', 'o', 'b', 'o', 't', 's', '.', 't', 'x', 't'};

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
  /// @return to be closed after use
  public static UrlOctets of(String url, Form form) {
    int slot = (int) Thread.currentThread().threadId() & (SLOTS - 1);
    var ready = READY.getAndSet(slot, null);
    var result = ready == null ? new UrlOctets() : ready;
    result.fill(url, form);
    return result;
  }

  /// Gives the instance back; it must not be used any more.
  @Override
  public void close() {
    if (octets.length <= KEPT_OCTETS) {
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

  /// For each octet the bit of its value modulo 64.
  long mask() {
    return mask;
  }

  private void fill(String url, Form form) {
    int start = pathStart(url);
    int chars = url.length();
    // A character of the basic plane becomes at most three octets, each of them three.
    long most = 9L * (chars - start) + 1;
    if (octets.length < most && !growsEnough(url, start)) {
      octets = new byte[(int) Math.min(Integer.MAX_VALUE - 16, most)];
    }
    int n = 0;
    if (start == chars || url.charAt(start) != '/') {
      octets[n++] = '/';
    }
    length = canonical(url, start, n, form);
    mask = maskOf(octets, 0, length);
  }

  /// Whether the buffer suffices although it would not for the worst URL of this length.
  private boolean growsEnough(String url, int start) {
    long need = 1;
    for (int i = start; i < url.length(); i++) {
      char c = url.charAt(i);
      need += c < 0x80 ? (Octets.isPlain(c) ? 1 : 3) : 9;
    }
    return need <= octets.length;
  }

  private int canonical(String url, int start, int at, Form form) {
    var out = octets;
    int o = at;
    int chars = url.length();
    for (int i = start; i < chars; i++) {
      char c = url.charAt(i);
      if (c == '#' || (c == '?' && form != Form.SUBJECT)) {
        break;
      }
      if (c < 0x80 && Octets.isPlain(c)) {
        out[o++] = (byte) c;
      } else if (c == '%'
          && i + 2 < chars
          && Octets.hex(url.charAt(i + 1)) >= 0
          && Octets.hex(url.charAt(i + 2)) >= 0) {
        int octet = Octets.hex(url.charAt(i + 1)) << 4 | Octets.hex(url.charAt(i + 2));
        o = Octets.decoded(octet, out, o, form);
        i += 2;
      } else if (c < 0x80) {
        o = Octets.raw(c, false, out, o, form);
      } else {
        int point = url.codePointAt(i);
        o = utf8(point, out, o, form);
        i += Character.charCount(point) - 1;
      }
    }
    return o;
  }

  private static int utf8(int point, byte[] out, int at, Form form) {
    // A lone surrogate has no UTF-8 form; U+FFFD stands for it, as in String.getBytes.
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

  static long maskOf(byte[] octets, int from, int to) {
    long mask = 0;
    for (int i = from; i < to; i++) {
      mask |= 1L << octets[i];
    }
    return mask;
  }

  /// Where the path begins: after `scheme://authority`, or after an authority without scheme.
  private static int pathStart(String url) {
    int chars = url.length();
    if (chars > 0 && url.charAt(0) == '/' && !url.startsWith("//")) {
      return 0;
    }
    int i = url.startsWith("//") ? 2 : afterScheme(url);
    while (i < chars) {
      char c = url.charAt(i);
      if (c == '/' || c == '?' || c == '#') {
        return i;
      }
      i++;
    }
    return chars;
  }

  private static int afterScheme(String url) {
    for (int i = 0; i < url.length(); i++) {
      char c = url.charAt(i);
      if (c == ':' && url.startsWith("//", i + 1)) {
        return i + 3;
      }
      if (c == '/' || c == '?' || c == '#') {
        return 0;
      }
    }
    return 0;
  }
}
