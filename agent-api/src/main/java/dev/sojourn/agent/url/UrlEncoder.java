package dev.sojourn.agent.url;

import java.nio.charset.StandardCharsets;

/// Writes a path or query, with the characters percent-encoded that the URL Standard encodes there
/// (1.3), as UTF-8.
///
/// Beyond the standard, the digits of an escape become upper case, and an escape of an unreserved
/// octet is decoded (RFC 3986, 6.2.2). A `%` that begins no escape stays. An escape after such a
/// `%` is not decoded to a digit. This would make a new escape, and normalising again would change
/// the URL again.
final class UrlEncoder {
  private static final String HEX = "0123456789ABCDEF";

  /// The printable ASCII characters that are encoded.
  private static final String IN_PATH = " \"#<>?^`{}";

  private static final String IN_QUERY = " \"#<>'";

  /// Replaces half of a surrogate pair, in UTF-8.
  private static final byte[] REPLACEMENT = "\ufffd".getBytes(StandardCharsets.UTF_8);

  private final String text;
  private final String encoded;
  private final StringBuilder out;

  /// The place of the last `%` that begins no escape.
  private int lone = Integer.MIN_VALUE / 2;

  private UrlEncoder(String text, String encoded) {
    this.text = text;
    this.encoded = encoded;
    this.out = new StringBuilder(text.length() + 16);
  }

  /// {@return the normalised path}
  static String path(String text) {
    return new UrlEncoder(text, IN_PATH).written();
  }

  /// {@return the normalised query}
  static String query(String text) {
    return new UrlEncoder(text, IN_QUERY).written();
  }

  /// {@return whether a printable ASCII character stays unencoded in a path}
  static boolean isPlainInPath(char c) {
    return IN_PATH.indexOf(c) < 0;
  }

  /// {@return whether a printable ASCII character stays unencoded in a query}
  static boolean isPlainInQuery(char c) {
    return IN_QUERY.indexOf(c) < 0;
  }

  private String written() {
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      if (c == '%') {
        i += isEscape(text, i) ? escape(i) : lonePercent();
        continue;
      }
      if (c > ' ' && c < 0x7f && encoded.indexOf(c) < 0) {
        out.append((char) c);
      } else {
        encode(c);
      }
      i += Character.charCount(c);
    }
    return out.toString();
  }

  private int lonePercent() {
    lone = out.length();
    out.append('%');
    return 1;
  }

  private int escape(int at) {
    int octet = octet(text, at);
    if (isUnreserved(octet) && !makesEscape((char) octet)) {
      out.append((char) octet);
    } else {
      append(octet);
    }
    return 3;
  }

  /// Whether a character at this place would be a digit of a new escape.
  private boolean makesEscape(char c) {
    int behind = out.length() - lone;
    return hex(c) >= 0 && (behind == 1 || (behind == 2 && hex(out.charAt(lone + 1)) >= 0));
  }

  private void encode(int c) {
    boolean isHalf = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
    for (byte octet :
        isHalf ? REPLACEMENT : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
      append(octet & 0xff);
    }
  }

  private void append(int octet) {
    out.append('%').append(HEX.charAt(octet >> 4)).append(HEX.charAt(octet & 15));
  }

  /// {@return whether the `%` at a place begins an escape}
  static boolean isEscape(String text, int at) {
    return at + 2 < text.length() && hex(text.charAt(at + 1)) >= 0 && hex(text.charAt(at + 2)) >= 0;
  }

  /// {@return the octet of an escape}
  static int octet(String text, int at) {
    return hex(text.charAt(at + 1)) * 16 + hex(text.charAt(at + 2));
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }

  private static boolean isUnreserved(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '-'
        || c == '.'
        || c == '_'
        || c == '~';
  }
}
