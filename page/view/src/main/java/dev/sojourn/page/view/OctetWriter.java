package dev.sojourn.page.view;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Writes numbers and texts into a growing array. Integers are big-endian, texts a length and
/// UTF-8.
final class OctetWriter {
  /// The most characters that are encoded at once.
  private static final int PIECE_CHARS = 16 << 10;

  private final Runnable check;
  private ByteBuffer out;
  private int unchecked;

  /// @param check runs again and again; its exception ends the writing
  OctetWriter(int expectedBytes, Runnable check) {
    this.out = ByteBuffer.allocate(expectedBytes);
    this.check = check;
  }

  OctetWriter int8(int value) {
    room(1).put((byte) value);
    return this;
  }

  OctetWriter int16(int value) {
    room(Short.BYTES).putShort((short) value);
    return this;
  }

  OctetWriter int32(int value) {
    room(Integer.BYTES).putInt(value);
    return this;
  }

  OctetWriter int64(long value) {
    room(Long.BYTES).putLong(value);
    return this;
  }

  /// Writes a text in pieces. No piece ends within a pair of surrogates.
  OctetWriter text(String text) {
    int begun = begin();
    for (int from = 0; from < text.length(); ) {
      int to = Math.min(text.length(), from + PIECE_CHARS);
      boolean isSplit = to < text.length() && Character.isLowSurrogate(text.charAt(to));
      to = isSplit ? to - 1 : to;
      var octets = text.substring(from, to).getBytes(StandardCharsets.UTF_8);
      room(octets.length).put(octets);
      count(to - from);
      from = to;
    }
    count(1);
    end(begun);
    return this;
  }

  private void count(int chars) {
    unchecked += chars;
    if (unchecked >= PIECE_CHARS) {
      unchecked = 0;
      check.run();
    }
  }

  OctetWriter numbers(int[] numbers) {
    var into = room(Integer.BYTES + Integer.BYTES * numbers.length).putInt(numbers.length);
    into.asIntBuffer().put(numbers);
    into.position(into.position() + Integer.BYTES * numbers.length);
    return this;
  }

  /// Begins what has its length in bytes before it. Returns the place for [#end].
  int begin() {
    int place = out.position();
    int32(0);
    return place;
  }

  /// Ends what began at a place.
  void end(int place) {
    out.putInt(place, out.position() - place - Integer.BYTES);
  }

  byte[] toByteArray() {
    return Arrays.copyOf(out.array(), out.position());
  }

  private ByteBuffer room(int bytes) {
    if (out.remaining() < bytes) {
      int least = Math.addExact(out.position(), bytes);
      out = ByteBuffer.allocate(Math.max(least, 2 * out.capacity())).put(out.flip());
    }
    return out;
  }
}
