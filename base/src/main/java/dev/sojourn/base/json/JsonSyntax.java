package dev.sojourn.base.json;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;

/// Checks that bytes are one JSON object (RFC 8259) on one line, in well-formed UTF-8. Findings of
/// strangers go to disk and to other programs, so no other form is allowed. The check makes no text
/// of the bytes, except of names.
///
/// It is stricter than all later readers. An object has no name twice, and names and numbers have a
/// limited length. The characters U+007F to U+009F, U+2028 and U+2029 are forbidden.
public final class JsonSyntax {
  private static final int MAX_DEPTH = 64;
  private static final int MAX_NAME_BYTES = 8 * 1024;
  private static final int MAX_NUMBER_BYTES = 400;

  private final byte[] json;
  private final int end;
  private int at;

  private JsonSyntax(byte[] json, int from, int to) {
    this.json = json;
    this.at = from;
    this.end = to;
  }

  /// {@return whether all of an array is one object}
  ///
  /// @param json any bytes
  public static boolean isObject(byte[] json) {
    return isObject(json, 0, json.length);
  }

  /// {@return whether a part of an array is one object}
  ///
  /// @param json any bytes
  /// @param from the first byte of the part
  /// @param to the end of the part
  public static boolean isObject(byte[] json, int from, int to) {
    var check = new JsonSyntax(json, from, to);
    return check.peek() == '{' && check.value(1) && check.at == to;
  }

  private boolean value(int depth) {
    if (depth > MAX_DEPTH) {
      return false;
    }
    return switch (peek()) {
      case '{' -> members(depth, true);
      case '[' -> members(depth, false);
      case '"' -> string();
      case 't' -> word("true");
      case 'f' -> word("false");
      case 'n' -> word("null");
      default -> {
        int start = at;
        yield number() && at - start <= MAX_NUMBER_BYTES;
      }
    };
  }

  /// Reads the members of an object or the elements of an array, with their brackets.
  private boolean members(int depth, boolean object) {
    int close = object ? '}' : ']';
    at++;
    if (accept(close)) {
      return true;
    }
    var names = new HashSet<String>();
    do {
      if (object && !(name(names) && accept(':'))) {
        return false;
      }
      if (!value(depth + 1)) {
        return false;
      }
    } while (accept(','));
    return accept(close);
  }

  /// Reads a name. The object must not have this name already. Names that differ only in their
  /// escapes count as the same.
  private boolean name(Set<String> names) {
    int start = at;
    return peek() == '"'
        && string()
        && at - start <= MAX_NAME_BYTES
        && names.add(unescaped(new String(json, start, at - start, StandardCharsets.UTF_8)));
  }

  private static String unescaped(String name) {
    if (name.indexOf('\\') < 0) {
      return name;
    }
    var out = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '\\') {
        out.append(c);
        continue;
      }
      c = name.charAt(++i);
      if (c == 'u') {
        out.append((char) Integer.parseInt(name, i + 1, i + 5, 16));
        i += 4;
      } else {
        int control = "bfnrt".indexOf(c);
        out.append(control < 0 ? c : "\b\f\n\r\t".charAt(control));
      }
    }
    return out.toString();
  }

  private boolean string() {
    at++;
    while (at < end) {
      at = afterPlain(at);
      int c = at < end ? json[at] & 0xff : 0;
      if (c == '"') {
        at++;
        return true;
      }
      boolean well = c == '\\' ? escape() : character(c);
      if (!well) {
        return false;
      }
    }
    return false;
  }

  /// Most characters of texts are plain ASCII.
  private int afterPlain(int from) {
    int i = from;
    while (i < end && json[i] >= ' ' && json[i] != '"' && json[i] != '\\' && json[i] != 0x7f) {
      i++;
    }
    return i;
  }

  private boolean escape() {
    at++;
    int c = peek();
    at++;
    if (c != 'u') {
      return c > 0 && "\"\\/bfnrt".indexOf(c) >= 0;
    }
    for (int i = 0; i < 4; i++, at++) {
      if (Character.digit(peek(), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  /// Reads one character of UTF-8 (RFC 3629, 4).
  private boolean character(int first) {
    if (first < 0x80) {
      return false;
    }
    int more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    if (first < 0xc2 || first > 0xf4 || end - at <= more) {
      return false;
    }
    int second = json[at + 1] & 0xff;
    boolean well =
        switch (first) {
          case 0xc2, 0xe0 -> second >= 0xa0; // smaller bytes after 0xc2 make controls
          case 0xe2 -> second != 0x80 || (json[at + 2] & 0xfe) != 0xa8; // ends of lines
          case 0xed -> second < 0xa0;
          case 0xf0 -> second >= 0x90;
          case 0xf4 -> second < 0x90;
          default -> true;
        };
    for (int i = 1; i <= more; i++) {
      well &= (json[at + i] & 0xc0) == 0x80;
    }
    at += more + 1;
    return well;
  }

  private boolean number() {
    accept('-');
    if (!accept('0') && !digits()) {
      return false;
    }
    if (accept('.') && !digits()) {
      return false;
    }
    if (accept('e') || accept('E')) {
      if (!accept('+')) {
        accept('-');
      }
      return digits();
    }
    return true;
  }

  private boolean digits() {
    int start = at;
    while (peek() >= '0' && peek() <= '9') {
      at++;
    }
    return at > start;
  }

  private boolean word(String word) {
    for (int i = 0; i < word.length(); i++, at++) {
      if (peek() != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private boolean accept(int c) {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private int peek() {
    return at < end ? json[at] : -1;
  }
}
