package dev.sojourn.robots.extension;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Reads the tokens of a Structured Field dictionary (RFC 9651, 4.2.2).
///
/// A member that is not a token gets an empty value. Any violation of the standard makes the whole
/// dictionary unreadable.
final class DictionaryReader {

  private final String text;
  private int at;

  private DictionaryReader(String text) {
    this.text = text;
  }

  static Optional<Map<String, String>> read(String text) {
    var reader = new DictionaryReader(text);
    var members = new HashMap<String, String>();
    reader.skip(" ");
    while (!reader.atEnd()) {
      var key = reader.key();
      if (key.isEmpty()) {
        return Optional.empty();
      }
      var value = reader.take('=') ? reader.value() : Optional.of("");
      if (value.isEmpty() || !reader.parameters()) {
        return Optional.empty();
      }
      members.put(key, value.get());
      reader.skip(" \t");
      if (reader.atEnd()) {
        return Optional.of(members);
      }
      if (!reader.take(',')) {
        return Optional.empty();
      }
      reader.skip(" \t");
      if (reader.atEnd()) {
        return Optional.empty();
      }
    }
    return Optional.of(members);
  }

  private Optional<String> value() {
    return peek() == '(' ? innerList() : bareItem();
  }

  private Optional<String> innerList() {
    at++;
    while (!atEnd()) {
      skip(" ");
      if (take(')')) {
        return Optional.of("");
      }
      if (bareItem().isEmpty() || !parameters() || (peek() != ' ' && peek() != ')')) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /// The text of a token; empty text for an item of another type; `Optional.empty()` on failure.
  private Optional<String> bareItem() {
    char c = peek();
    if (isLetter(c) || c == '*') {
      int from = at;
      while (!atEnd() && (isAlphanumeric(peek()) || "!#$%&'*+-.^_`|~:/".indexOf(peek()) >= 0)) {
        at++;
      }
      return Optional.of(text.substring(from, at));
    }
    boolean read =
        switch (c) {
          case '"' -> string();
          case ':' -> bytes();
          case '?' -> bool();
          case '@' -> date();
          case '%' -> {
            at++;
            yield string();
          }
          default -> number();
        };
    return read ? Optional.of("") : Optional.empty();
  }

  private boolean string() {
    if (!take('"')) {
      return false;
    }
    while (!atEnd()) {
      char c = text.charAt(at++);
      if (c == '"') {
        return true;
      }
      if (c < ' ' || c > '~') {
        return false;
      }
      if (c == '\\') {
        if (peek() != '"' && peek() != '\\') {
          return false;
        }
        at++;
      }
    }
    return false;
  }

  private boolean bytes() {
    at++;
    while (!atEnd() && (isAlphanumeric(peek()) || "+/=".indexOf(peek()) >= 0)) {
      at++;
    }
    return take(':');
  }

  private boolean bool() {
    at++;
    return take('0') || take('1');
  }

  private boolean date() {
    at++;
    return number();
  }

  private boolean number() {
    take('-');
    int from = at;
    while (!atEnd() && isDigit(peek())) {
      at++;
    }
    if (at == from || at - from > 15) {
      return false;
    }
    if (take('.')) {
      int fraction = at;
      while (!atEnd() && isDigit(peek())) {
        at++;
      }
      return at > fraction && at - fraction <= 3 && fraction - 1 - from <= 12;
    }
    return true;
  }

  private boolean parameters() {
    while (take(';')) {
      skip(" ");
      if (key().isEmpty() || (take('=') && bareItem().isEmpty())) {
        return false;
      }
    }
    return true;
  }

  private String key() {
    int from = at;
    if (!isLower(peek()) && peek() != '*') {
      return "";
    }
    while (!atEnd() && (isLower(peek()) || isDigit(peek()) || "_-.*".indexOf(peek()) >= 0)) {
      at++;
    }
    return text.substring(from, at);
  }

  private void skip(String any) {
    while (!atEnd() && any.indexOf(peek()) >= 0) {
      at++;
    }
  }

  private boolean take(char c) {
    if (peek() != c) {
      return false;
    }
    at++;
    return true;
  }

  private boolean atEnd() {
    return at >= text.length();
  }

  private char peek() {
    return atEnd() ? '\0' : text.charAt(at);
  }

  private static boolean isAlphanumeric(char c) {
    return isLetter(c) || isDigit(c);
  }

  private static boolean isLetter(char c) {
    return isLower(c) || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLower(char c) {
    return c >= 'a' && c <= 'z';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
