package dev.sojourn.robots.image;

import java.nio.charset.StandardCharsets;

/// Walks over the image of a file: its meaning, record by record, in file order.
///
/// ```
/// +-----+----------------+-------------------+---------------+
/// | tag | length: varint | payload           | line: varint  |
/// +-----+----------------+-------------------+---------------+
/// ```
///
/// A varint has seven bits an octet, the lowest first, in as few octets as possible. The top bit is
/// set in all octets except the last. The position of a record is the index of its length. Confined
/// to one thread; any thread may call the static methods.
public final class RecordCursor {

  private final byte[] image;
  private int next;
  private byte tag;
  private int at;
  private int from;
  private int to;

  /// Creates a cursor before the first record.
  ///
  /// @param image as [RecordWriter] wrote it; not copied
  public RecordCursor(byte[] image) {
    this.image = image;
  }

  /// Moves to the next record.
  ///
  /// @return false at the end
  public boolean advance() {
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

  /// {@return the kind of the record, a constant of [Tag]}
  public byte tag() {
    return tag;
  }

  /// {@return the position of the record}
  public int at() {
    return at;
  }

  /// {@return where the payload begins in the image}
  public int from() {
    return from;
  }

  /// {@return where the payload ends in the image}
  public int to() {
    return to;
  }

  /// {@return the number of the line in the file; 0 for the file as a whole}
  public int line() {
    return varint(image, to);
  }

  /// {@return the payload as UTF-8}
  public String text() {
    return new String(image, from, to - from, StandardCharsets.UTF_8);
  }

  /// {@return the number at an index of the image; at the position of a record, this is the length
  /// of its payload}
  ///
  /// @param in the image
  /// @param at where the number begins
  public static int varint(byte[] in, int at) {
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

  private static int afterVarint(byte[] in, int at) {
    int i = at;
    while (in[i] < 0) {
      i++;
    }
    return i + 1;
  }

  /// {@return where the payload of a record begins}
  ///
  /// @param image of the file
  /// @param at the position of the record
  public static int payload(byte[] image, int at) {
    return afterVarint(image, at);
  }

  /// {@return where the payload of a record ends}
  ///
  /// @param image of the file
  /// @param at the position of the record
  public static int end(byte[] image, int at) {
    return payload(image, at) + varint(image, at);
  }

  /// {@return the kind of a record, a constant of [Tag]}
  ///
  /// @param image of the file
  /// @param at the position of the record
  public static byte tag(byte[] image, int at) {
    return image[at - 1];
  }

  /// {@return the number of a record's line in the file}
  ///
  /// @param image of the file
  /// @param at the position of the record
  public static int line(byte[] image, int at) {
    return varint(image, end(image, at));
  }
}
