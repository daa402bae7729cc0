package dev.sojourn.sandbox.worker;

import dev.sojourn.base.text.Plain;
import java.util.Arrays;

/// The octets of a JSON text while it is written. Text becomes UTF-8 on its way: a finding is as
/// long as its page, and a copy of each would be made otherwise.
final class JsonOctets {
  private static final int FIRST_BYTES = 1 << 8;
  private static final int MAX_BYTES_A_CHAR = 6;
  private static final String HEX = "0123456789abcdef";

  private byte[] bytes = new byte[FIRST_BYTES];
  private int size;

  int size() {
    return size;
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, size);
  }

  /// Writes one ASCII character as it is.
  void raw(char c) {
    room(1);
    bytes[size++] = (byte) c;
  }

  /// Writes ASCII characters as they are.
  void raw(String ascii) {
    room(ascii.length());
    for (int i = 0; i < ascii.length(); i++) {
      bytes[size++] = (byte) ascii.charAt(i);
    }
  }

  /// Writes what was written before.
  void raw(byte[] written) {
    room(written.length);
    System.arraycopy(written, 0, bytes, size, written.length);
    size += written.length;
  }

  /// Writes a text in quotation marks. What a terminal would obey is escaped, and half of a
  /// surrogate pair is replaced.
  void string(String text) {
    raw('"');
    int at = 0;
    while (at < text.length()) {
      at = simple(text, at);
      if (at < text.length()) {
        room(MAX_BYTES_A_CHAR);
        at += character(text, at);
      }
    }
    raw('"');
  }

  /// Writes the ASCII characters from a place on that stand for themselves; gives their end.
  private int simple(String text, int from) {
    room(text.length() - from);
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\') {
        break;
      }
      bytes[size++] = (byte) c;
      at++;
    }
    return at;
  }

  /// Writes any other character; gives how many `char`s it has.
  private int character(String text, int at) {
    char c = text.charAt(at);
    switch (c) {
      case '"', '\\' -> escape(c);
      case '\n' -> escape('n');
      case '\r' -> escape('r');
      case '\t' -> escape('t');
      default -> {
        int point = text.codePointAt(at);
        if (point > Character.MAX_VALUE) {
          utf8(point);
          return 2;
        }
        if (Character.isSurrogate(c)) {
          utf8('\ufffd');
        } else if (Plain.isPlain(c)) {
          utf8(c);
        } else {
          number(c);
        }
      }
    }
    return 1;
  }

  private void escape(char c) {
    bytes[size++] = '\\';
    bytes[size++] = (byte) c;
  }

  private void number(char c) {
    escape('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      bytes[size++] = (byte) HEX.charAt((c >> shift) & 15);
    }
  }

  private void utf8(int point) {
    if (point < 0x800) {
      bytes[size++] = (byte) (0xc0 | point >> 6);
    } else {
      if (point < 0x10000) {
        bytes[size++] = (byte) (0xe0 | point >> 12);
      } else {
        bytes[size++] = (byte) (0xf0 | point >> 18);
        bytes[size++] = (byte) (0x80 | (point >> 12 & 0x3f));
      }
      bytes[size++] = (byte) (0x80 | (point >> 6 & 0x3f));
    }
    bytes[size++] = (byte) (0x80 | (point & 0x3f));
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
