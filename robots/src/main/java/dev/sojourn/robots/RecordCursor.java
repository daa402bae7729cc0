package dev.sojourn.robots;

import java.nio.charset.StandardCharsets;

/// Walks over the image of a file: its meaning, record by record, in file order.
///
/// ```
/// +-----+----------------+-------------------+---------------+
/// | tag | length: varint | payload           | line: varint  |
/// +-----+----------------+-------------------+---------------+
/// ```
///
/// A varint has seven bits an octet, the lowest first, the top bit set on all but the last, in as
/// few octets as the value needs. A record is named by the position of its length.
final class RecordCursor {

  private final byte[] image;
  private int next;
  private byte tag;
  private int at;
  private int from;
  private int to;

  RecordCursor(byte[] image) {
    this.image = image;
  }

  /// Moves on; false at the end.
  boolean advance() {
    if (next >= image.length) {
      return false;
    }
    tag = image[next];
    at = next + 1;
    from = payload(image, at);
    to = from + varint(image, at);
    next = afterVarint(image, to);
    return true;
  }

  byte tag() {
    return tag;
  }

  /// The position that names the record.
  int at() {
    return at;
  }

  int from() {
    return from;
  }

  int to() {
    return to;
  }

  int line() {
    return varint(image, to);
  }

  String text() {
    return new String(image, from, to - from, StandardCharsets.UTF_8);
  }

  static int varint(byte[] in, int at) {
    int b = in[at];
    if (b >= 0) {
      return b;
    }
    int value = b & 0x7f;
    int shift = 7;
    int i = at + 1;
    while ((b = in[i++]) < 0) {
      value |= (b & 0x7f) << shift;
      shift += 7;
    }
    return value | b << shift;
  }

  static int afterVarint(byte[] in, int at) {
    int i = at;
    while (in[i] < 0) {
      i++;
    }
    return i + 1;
  }

  /// Where the payload of the record at a position begins.
  static int payload(byte[] image, int at) {
    return afterVarint(image, at);
  }

  /// Where the payload of the record at a position ends.
  static int end(byte[] image, int at) {
    return payload(image, at) + varint(image, at);
  }

  static byte tag(byte[] image, int at) {
    return image[at - 1];
  }

  static int line(byte[] image, int at) {
    return varint(image, end(image, at));
  }
}
