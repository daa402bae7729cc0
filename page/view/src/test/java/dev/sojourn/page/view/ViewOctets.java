package dev.sojourn.page.view;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes views octet by octet, also such as no program writes.
final class ViewOctets {
  /// The number of the first section that is a list.
  static final int FIRST_LIST = 7;

  /// The number of sections.
  static final int SECTIONS = 14;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  /// {@return the octets so far}
  byte[] toArray() {
    return out.toByteArray();
  }

  ViewOctets octet(int value) {
    out.write(value);
    return this;
  }

  ViewOctets int16(int value) {
    return octet(value >> 8).octet(value);
  }

  ViewOctets int32(int value) {
    return int16(value >> 16).int16(value);
  }

  ViewOctets int64(long value) {
    return int32((int) (value >> 32)).int32((int) value);
  }

  ViewOctets raw(int... octets) {
    for (int octet : octets) {
      octet(octet);
    }
    return this;
  }

  /// A length and that number of octets.
  ViewOctets text(String text) {
    var utf8 = text.getBytes(StandardCharsets.UTF_8);
    int32(utf8.length);
    out.writeBytes(utf8);
    return this;
  }

  /// The first twenty octets of a page view.
  static ViewOctets head() {
    return new ViewOctets().octet(PageView.VERSION).octet(1).int16(0).int64(0).int32(0).int32(0);
  }

  /// The sections of a page view from one on to another, all empty.
  ViewOctets empty(int from, int to) {
    for (int section = from; section < to; section++) {
      if (section < FIRST_LIST) {
        int32(0);
      } else {
        int32(4).int32(0);
      }
    }
    return this;
  }
}
