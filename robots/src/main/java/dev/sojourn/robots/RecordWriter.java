package dev.sojourn.robots;

import dev.sojourn.robots.match.Octets;
import java.util.Arrays;

/// Writes the image that [RecordCursor] reads.
final class RecordWriter {

  /// Octets that a record takes beside its payload, at most.
  private static final int FRAME = 1 + 5 + 5;

  private byte[] out;
  private int size;

  RecordWriter(int capacity) {
    out = new byte[capacity];
  }

  byte[] image() {
    return Arrays.copyOf(out, size);
  }

  /// A record whose payload is a part of the file as it is.
  void copy(byte tag, byte[] in, int from, int to, int line) {
    int length = to - from;
    ensure(length);
    out[size++] = tag;
    size = varint(length, out, size);
    System.arraycopy(in, from, out, size, length);
    size = varint(line, out, size + length);
  }

  /// A record whose payload is a part of the file in lower case.
  void lowerCase(byte tag, byte[] in, int from, int to, int line) {
    copy(tag, in, from, to, line);
    int end = size - varintSize(line);
    for (int i = end - (to - from); i < end; i++) {
      if (out[i] >= 'A' && out[i] <= 'Z') {
        out[i] |= 0x20;
      }
    }
  }

  /// A record whose payload is a part of the file in canonical form.
  void canonical(byte tag, byte[] in, int from, int to, Octets.Form form, int line) {
    ensure(3 * (to - from));
    out[size] = tag;
    // Nearly always one octet is enough for the length; else the payload is moved.
    int payload = size + 2;
    int end = Octets.canonical(in, from, to, out, payload, form);
    int length = end - payload;
    int lengthSize = varintSize(length);
    if (lengthSize > 1) {
      System.arraycopy(out, payload, out, size + 1 + lengthSize, length);
    }
    int after = varint(length, out, size + 1);
    size = varint(line, out, after + length);
  }

  private void ensure(int payload) {
    if (out.length - size < payload + FRAME) {
      out = Arrays.copyOf(out, Math.max(size + payload + FRAME, out.length + (out.length >> 1)));
    }
  }

  static int varint(int value, byte[] out, int at) {
    int i = at;
    int rest = value;
    while (rest > 0x7f) {
      out[i++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    out[i++] = (byte) rest;
    return i;
  }

  private static int varintSize(int value) {
    int size = 1;
    for (int rest = value >>> 7; rest != 0; rest >>>= 7) {
      size++;
    }
    return size;
  }
}
