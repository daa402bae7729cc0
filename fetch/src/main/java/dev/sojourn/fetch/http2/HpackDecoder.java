package dev.sojourn.fetch.http2;

import dev.sojourn.fetch.answer.AnswerHead.Field;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import okhttp3.internal.http2.Hpack;
import okhttp3.internal.http2.Huffman;
import okio.Buffer;

/// Decodes blocks of header fields (RFC 7541). Each octet of a field becomes one character, because
/// fields may be in any charset. Confined to one thread.
///
/// The client's own decoder has no limits and refuses names with capitals, which some proxies send.
/// This decoder uses the client's static tables.
///
/// ```
///  1xxxxxxx a field of the tables          001xxxxx another size of the table
///  01xxxxxx a field that the table keeps   000xxxxx a field that it does not keep
/// ```
final class HpackDecoder {
  private static final int TABLE_BYTES = 4096;

  /// The size of a field in addition to its octets (RFC 7541, 4.1).
  private static final int FIELD_BYTES = 32;

  /// The largest shift of an octet of a number; longer numbers exceed all limits.
  private static final int MAX_SHIFT = 21;

  private final int maxListBytes;

  /// The dynamic table, the newest field last.
  private final List<Field> table = new ArrayList<>();

  private int tableBytes;
  private int maxTableBytes = TABLE_BYTES;
  private byte[] block = {};
  private int at;

  /// @param maxListBytes the limit of the size of all fields of a block (RFC 9113, 10.5.1)
  HpackDecoder(int maxListBytes) {
    this.maxListBytes = maxListBytes;
  }

  /// {@return the fields of a block}
  ///
  /// @throws BrokenAnswerException if it has too many fields, or is not a valid block
  List<Field> decode(byte[] octets) throws BrokenAnswerException {
    block = octets;
    at = 0;
    var fields = new ArrayList<Field>();
    int bytes = 0;
    while (at < block.length) {
      int first = block[at] & 0xff;
      if ((first & 0xe0) == 0x20) {
        resize(number(5));
        continue;
      }
      Field field;
      if (first >= 0x80) {
        field = field(number(7));
      } else {
        boolean isKept = first >= 0x40;
        field = literal(number(isKept ? 6 : 4));
        if (isKept) {
          keep(field);
        }
      }
      bytes += size(field);
      if (bytes > maxListBytes) {
        throw new BrokenAnswerException(Fault.MANY_FIELDS);
      }
      fields.add(field);
    }
    return fields;
  }

  private Field field(int index) throws BrokenAnswerException {
    var known = Hpack.INSTANCE.getSTATIC_HEADER_TABLE();
    if (index < 1 || index > known.length + table.size()) {
      throw broken();
    }
    if (index > known.length) {
      return table.get(table.size() + known.length - index);
    }
    var field = known[index - 1];
    return new Field(field.name.utf8(), field.value.utf8());
  }

  private Field literal(int nameIndex) throws BrokenAnswerException {
    var name = nameIndex == 0 ? text() : field(nameIndex).name();
    return new Field(name, text());
  }

  private String text() throws BrokenAnswerException {
    boolean isCoded = at < block.length && block[at] < 0;
    int length = number(7);
    if (length > block.length - at) {
      throw broken();
    }
    var octets = new Buffer().write(block, at, length);
    at += length;
    if (!isCoded) {
      return octets.readString(StandardCharsets.ISO_8859_1);
    }
    var text = new Buffer();
    try {
      Huffman.INSTANCE.decode(octets, length, text);
    } catch (RuntimeException _) {
      // The client's decoder leaves its tree at an invalid code.
      throw broken();
    }
    return text.readString(StandardCharsets.ISO_8859_1);
  }

  /// {@return the integer that begins in the low bits of the next octet (RFC 7541, 5.1)}
  private int number(int bits) throws BrokenAnswerException {
    int most = (1 << bits) - 1;
    int number = octet() & most;
    if (number < most) {
      return number;
    }
    for (int shift = 0; shift <= MAX_SHIFT; shift += 7) {
      int octet = octet();
      number += (octet & 0x7f) << shift;
      if (octet < 0x80) {
        return number;
      }
    }
    throw broken();
  }

  private int octet() throws BrokenAnswerException {
    if (at == block.length) {
      throw broken();
    }
    return block[at++] & 0xff;
  }

  private void resize(int bytes) throws BrokenAnswerException {
    if (bytes > TABLE_BYTES) {
      throw broken();
    }
    maxTableBytes = bytes;
    shrink();
  }

  private void keep(Field field) {
    table.add(field);
    tableBytes += size(field);
    shrink();
  }

  private void shrink() {
    while (tableBytes > maxTableBytes) {
      tableBytes -= size(table.removeFirst());
    }
  }

  private static int size(Field field) {
    return field.name().length() + field.value().length() + FIELD_BYTES;
  }

  private static BrokenAnswerException broken() {
    return new BrokenAnswerException("its header fields cannot be decoded");
  }
}
