package dev.sojourn.robots.match;

import java.nio.charset.StandardCharsets;

/// The canonical form of paths and patterns, octet by octet.
///
/// Both sides of every comparison are in this form. An escape of an unreserved octet is decoded,
/// and any other escape gets upper-case digits. Reserved octets stay unchanged. Octets that are
/// invalid in a URL (controls, space, `"<>\^{|}`, the backquote, octets above 127) are escaped. A
/// `%` that begins no escape means a percent sign and becomes `%25`.
///
/// In patterns of RFC 9309, the two special characters become [#WILD] and [#END], which no
/// canonical path contains. A `*` or `$` in a canonical pattern is a literal character, which the
/// file may write as `%2A` or `%24`.
public final class Octets {

  /// Any sequence of octets, in a pattern.
  public static final byte WILD = 0;

  /// The end of the URL, as the last octet of a pattern.
  public static final byte END = 1;

  /// The form in which octets are read.
  public enum Form {
    /// A pattern of Allow or Disallow: `*` and a final `$` are special.
    PATTERN,
    /// The form with which a pattern is compared: `%2A` and `%24` are decoded.
    SUBJECT,
    /// The path of a route line, and the path that is compared with it. No character is special;
    /// `%2A` and `%24` are decoded as in a pattern.
    PATH,
    /// A path or URL of the 1996 dialect: escapes are decoded, except for `/`, `%` and control
    /// characters.
    DECODED
  }

  /// Whether each octet is unchanged in every form.
  private static final boolean[] PLAIN = plain();

  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'
  };

  private Octets() {}

  /// Writes the canonical form of a part of a file.
  ///
  /// @param in the octets to read
  /// @param from its first octet
  /// @param to after its last octet
  /// @param out receives the result; it needs room for three times as many octets
  /// @param at the index where writing begins
  /// @param form how the octets are read
  /// @return the index after the last octet written
  public static int canonical(byte[] in, int from, int to, byte[] out, int at, Form form) {
    int i = from;
    int o = at;
    while (i < to) {
      byte b = in[i];
      if (PLAIN[b & 0xff]) {
        out[o++] = b;
        i++;
      } else if (b == '%' && isEscape(in, i, to)) {
        o = decoded(hex(in[i + 1]) << 4 | hex(in[i + 2]), out, o, form);
        i += 3;
      } else {
        o = raw(b & 0xff, form == Form.PATTERN && i == to - 1, out, o, form);
        i++;
      }
    }
    return o;
  }

  /// {@return a canonical pattern in the notation of a file}
  ///
  /// @param pattern the octets that hold the pattern
  /// @param from its first octet
  /// @param to after its last octet
  /// @param literal whether no octet in it is special
  public static String text(byte[] pattern, int from, int to, boolean literal) {
    if (literal) {
      return new String(pattern, from, to - from, StandardCharsets.UTF_8);
    }
    var text = new StringBuilder(to - from);
    for (int i = from; i < to; i++) {
      switch (pattern[i]) {
        case WILD -> text.append('*');
        case END -> text.append('$');
        case '*' -> text.append("%2A");
        case '$' -> text.append(i == to - 1 ? "%24" : "$");
        default -> text.append((char) pattern[i]);
      }
    }
    return text.toString();
  }

  /// {@return whether an octet is unchanged in every form}
  ///
  /// @param octet 0 to 255
  public static boolean isPlain(int octet) {
    return PLAIN[octet];
  }

  /// {@return whether three octets are a percent-encoding}
  ///
  /// @param in the octets
  /// @param at the index of the `%`
  /// @param to after the last octet
  public static boolean isEscape(byte[] in, int at, int to) {
    return at + 2 < to && hex(in[at + 1]) >= 0 && hex(in[at + 2]) >= 0;
  }

  /// {@return the value of a hexadecimal digit, or -1}
  ///
  /// @param c any character
  static int hex(int c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  /// Writes an octet that was percent-encoded.
  static int decoded(int octet, byte[] out, int at, Form form) {
    boolean keep =
        switch (form) {
          case PATTERN, SUBJECT, PATH -> !isUnreserved(octet) && octet != '*' && octet != '$';
          case DECODED -> octet == '/' || octet == '%' || octet < 0x20 || octet == 0x7f;
        };
    if (keep) {
      return escaped(octet, out, at);
    }
    out[at] = (byte) octet;
    return at + 1;
  }

  /// Writes an unencoded octet that is not plain.
  static int raw(int octet, boolean last, byte[] out, int at, Form form) {
    switch (octet) {
      case '*' -> out[at] = form == Form.PATTERN ? WILD : (byte) '*';
      case '$' -> out[at] = last ? END : (byte) '$';
      default -> {
        if (form == Form.DECODED && octet != '%' && octet >= 0x20 && octet != 0x7f) {
          out[at] = (byte) octet;
        } else {
          return escaped(octet, out, at);
        }
      }
    }
    return at + 1;
  }

  private static int escaped(int octet, byte[] out, int at) {
    out[at] = '%';
    out[at + 1] = HEX[octet >> 4];
    out[at + 2] = HEX[octet & 15];
    return at + 3;
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

  private static boolean[] plain() {
    var plain = new boolean[256];
    for (int c = 0; c < 128; c++) {
      plain[c] = isUnreserved(c) || ":/?#[]@!&'()+,;=".indexOf(c) >= 0;
    }
    return plain;
  }
}
