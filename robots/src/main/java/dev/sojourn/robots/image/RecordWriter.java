package dev.sojourn.robots.image;

import static dev.sojourn.robots.match.Octets.END;
import static dev.sojourn.robots.match.Octets.WILD;

import dev.sojourn.robots.match.Octets;
import java.util.Arrays;

/// Writes an image, which [RecordCursor] reads. It grows as needed. Confined to one thread.
public final class RecordWriter {

  /// The most octets of a record besides its payload.
  private static final int FRAME = 1 + 5 + 5;

  /// The longest plain pattern; with this limit, its line cannot be too long.
  private static final int MAX_PLAIN = 8 * 1024;

  private byte[] out;
  private int size;

  /// Creates a writer without records.
  ///
  /// @param capacity the initial room in octets; 0 or more
  public RecordWriter(int capacity) {
    out = new byte[capacity];
  }

  /// {@return the image of the records written so far}
  public byte[] image() {
    return Arrays.copyOf(out, size);
  }

  /// Writes a record whose payload is an unchanged part of the file.
  ///
  /// @param tag the kind, a constant of [Tag]
  /// @param in the file
  /// @param from where the part begins
  /// @param to where it ends
  /// @param line the number of its line
  public void copy(byte tag, byte[] in, int from, int to, int line) {
    int length = to - from;
    ensure(length);
    out[size++] = tag;
    size = varint(length, out, size);
    System.arraycopy(in, from, out, size, length);
    size = varint(line, out, size + length);
  }

  /// Writes a record whose payload is a part of the file in lower case.
  ///
  /// @param tag the kind, a constant of [Tag]
  /// @param in the file
  /// @param from where the part begins
  /// @param to where it ends
  /// @param line the number of its line
  public void lowerCase(byte tag, byte[] in, int from, int to, int line) {
    copy(tag, in, from, to, line);
    int end = size - varintSize(line);
    for (int i = end - (to - from); i < end; i++) {
      if (out[i] >= 'A' && out[i] <= 'Z') {
        out[i] |= 0x20;
      }
    }
  }

  /// Writes a record whose payload is a part of the file in canonical form.
  ///
  /// @param tag the kind, a constant of [Tag]
  /// @param in the file
  /// @param from where the part begins
  /// @param to where it ends
  /// @param form which one
  /// @param line the number of its line
  public void canonical(byte tag, byte[] in, int from, int to, Octets.Form form, int line) {
    ensure(3 * (to - from));
    out[size] = tag;
    // The length nearly always fits into one octet; otherwise the payload is moved.
    int payload = size + 2;
    int end = Octets.canonical(in, from, to, out, payload, form);
    endRecord(payload, end - payload, line);
  }

  /// Completes a record that has one octet reserved for its length.
  private void endRecord(int payload, int length, int line) {
    if (length > 0x7f) {
      System.arraycopy(out, payload, out, size + 1 + varintSize(length), length);
    }
    int after = varint(length, out, size + 1);
    size = varint(line, out, after + length);
  }

  /// Writes a rule whose pattern reaches to the end of the line and is canonical except for its
  /// special characters. The result equals that of [#canonical], but each octet is read only once.
  ///
  /// @param tag the kind, a constant of [Tag]
  /// @param in the file
  /// @param from where the pattern begins
  /// @param limit where the file ends
  /// @param line the number of its line
  /// @return the end of the line, or -1 if the pattern is of another form; nothing is written then
  public int plainPattern(byte tag, byte[] in, int from, int limit, int line) {
    ensure(limit - from);
    final byte[] image = out;
    int payload = size + 2;
    int o = payload;
    int i = from;
    while (i < limit) {
      byte b = in[i];
      if (Octets.isPlain(b & 0xff) && b != '#') {
        image[o++] = b;
      } else if (b == '\n' || b == '\r') {
        break;
      } else if (b == '*') {
        image[o++] = WILD;
      } else if (b == '$' && i > from && isLineEnd(in, i + 1, limit)) {
        image[o++] = END;
      } else {
        return -1;
      }
      i++;
    }
    int length = o - payload;
    boolean begins = length == 0 || image[payload] == '/' || image[payload] == WILD;
    if (!begins || length > MAX_PLAIN) {
      return -1;
    }
    image[size] = tag;
    endRecord(payload, length, line);
    return i;
  }

  private static boolean isLineEnd(byte[] in, int at, int limit) {
    return at == limit || in[at] == '\n' || in[at] == '\r';
  }

  private void ensure(int payload) {
    if (out.length - size < payload + FRAME) {
      out = Arrays.copyOf(out, Math.max(size + payload + FRAME, out.length + (out.length >> 1)));
    }
  }

  private static int varint(int value, byte[] out, int at) {
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
