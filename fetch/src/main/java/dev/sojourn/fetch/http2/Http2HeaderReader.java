package dev.sojourn.fetch.http2;

import dev.sojourn.base.text.FieldText;
import dev.sojourn.fetch.answer.AnswerHead.Field;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// Puts blocks of header fields together and decodes them (RFC 7541). All blocks of a connection
/// share one table, so a block that cannot be decoded ends the connection.
///
/// A few octets may stand for a long field, as often as they are repeated. So the fields are
/// bounded as sent and as decoded, and so are the frames of a block, which may be empty.
final class Http2HeaderReader {
  /// The size of one answer's fields as RFC 9113, 10.5.1 counts it, encoded and decoded alike.
  static final int MAX_LIST_BYTES = 256 * 1024;

  private static final int MAX_FRAMES = 64;

  private final HpackDecoder decoder = new HpackDecoder(MAX_LIST_BYTES);
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private int frames;

  /// Takes a part of a block.
  void add(ByteBuffer fragment) throws BrokenAnswerException {
    frames++;
    if (frames > MAX_FRAMES || block.size() + fragment.remaining() > MAX_LIST_BYTES) {
      throw new BrokenAnswerException(Fault.MANY_FIELDS);
    }
    block.write(
        fragment.array(), fragment.arrayOffset() + fragment.position(), fragment.remaining());
  }

  /// {@return the fields of the block that is whole now}
  List<Field> fields() throws BrokenAnswerException {
    try {
      return decoder.decode(block.toByteArray()).stream()
          .map(field -> new Field(field.name(), FieldText.decoded(field.name(), field.value())))
          .toList();
    } finally {
      block.reset();
      frames = 0;
    }
  }
}
