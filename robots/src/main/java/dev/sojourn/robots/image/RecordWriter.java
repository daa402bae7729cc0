package dev.sojourn.robots.image;

import static dev.sojourn.robots.match.Octets.END;
import static dev.sojourn.robots.match.Octets.WILD;

import dev.sojourn.robots.match.Octets;
import java.util.Arrays;

/// The writer of an image, which [RecordCursor] reads. It grows as records come. Confined to one
/// thread.
public final class RecordWriter {

  /// Octets that a record takes beside its payload, at most.
  private static final int FRAME = 1 + 5 + 5;

  /// The longest pattern that surely stands on a line that is not too long to be used.
  private static final int MAX_PLAIN = 8 * 1024;

  private byte[] out;
  private int size;

  /// Creates a writer without records.
  ///
  /// @param capacity octets for which there is room at first; 0 or more
  public RecordWriter(int capacity) {
    out = new byte[capacity];
  }

  /// {@return the image of the records written up to here}
  public byte[] image() {
    return Arrays.copyOf(out, size);
  }

  /// Writes a record whose payload is a part of the file as it is.
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
    // Nearly always one octet is enough for the length; else the payload is moved.
    int payload = size + 2;
    int end = Octets.canonical(in, from, to, out, payload, form);
    endRecord(payload, end - payload, line);
  }

  /// Completes a record that was written as if its length took one octet.
  private void endRecord(int payload, int length, int line) {
    if (length > 0x7f) {
      System.arraycopy(out, payload, out, size + 1 + varintSize(length), length);
    }
    int after = varint(length, out, size + 1);
    size = varint(line, out, after + length);
  }

  /// Writes a rule whose pattern is in canonical form but for its special characters, up to the end
  /// of the line. Gives the same result as [#canonical], for the price of one look at each octet.
  ///
  /// @param tag the kind, a constant of [Tag]
  /// @param in the file
  /// @param from where the pattern begins
  /// @param limit where the file ends
  /// @param line the number of its line
  /// @return where the line ends, or -1 if the pattern is another one; nothing is written then
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
