package dev.sojourn.corpus;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Writes views octet by octet, also such as no reader writes.
final class ForgedOctets {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  byte[] toArray() {
    return out.toByteArray();
  }

  int size() {
    return out.size();
  }

  ForgedOctets octets(int... octets) {
    for (int octet : octets) {
      out.write(octet);
    }
    return this;
  }

  ForgedOctets raw(byte[] octets) {
    out.writeBytes(octets);
    return this;
  }

  ForgedOctets zeros(int count) {
    return raw(new byte[count]);
  }

  ForgedOctets int32(int value) {
    return octets(value >> 24, value >> 16, value >> 8, value);
  }

  /// Writes a length and that number of octets.
  ForgedOctets text(String text) {
    var utf8 = text.getBytes(StandardCharsets.UTF_8);
    return int32(utf8.length).raw(utf8);
  }

  /// Writes a count and that many numbers.
  ForgedOctets numbers(int... numbers) {
    int32(numbers.length);
    for (int number : numbers) {
      int32(number);
    }
    return this;
  }
}
