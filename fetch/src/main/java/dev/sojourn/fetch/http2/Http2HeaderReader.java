package dev.sojourn.fetch.http2;

import dev.sojourn.base.text.FieldText;
import dev.sojourn.fetch.answer.AnswerHead.Field;
import dev.sojourn.fetch.answer.BrokenAnswerException;
import dev.sojourn.fetch.answer.BrokenAnswerException.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/// Joins the parts of blocks of header fields, and decodes the blocks (RFC 7541). All blocks of a
/// connection share one table, so an invalid block ends the connection.
///
/// One octet may repeat a long field. So both the encoded and the decoded size have a limit. The
/// number of frames has a limit too, since they may be empty.
final class Http2HeaderReader {
  /// The limit of the fields of one answer, both encoded and decoded (RFC 9113, 10.5.1).
  static final int MAX_LIST_BYTES = 256 * 1024;

  private static final int MAX_FRAMES = 64;

  private final HpackDecoder decoder = new HpackDecoder(MAX_LIST_BYTES);
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private int frames;

  /// Adds a part of a block.
  void add(ByteBuffer fragment) throws BrokenAnswerException {
    frames++;
    if (frames > MAX_FRAMES || block.size() + fragment.remaining() > MAX_LIST_BYTES) {
      throw new BrokenAnswerException(Fault.MANY_FIELDS);
    }
    block.write(
        fragment.array(), fragment.arrayOffset() + fragment.position(), fragment.remaining());
  }

  /// {@return the fields of the complete block; the next part begins a new block}
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
