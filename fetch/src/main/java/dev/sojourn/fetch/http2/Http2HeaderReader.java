package dev.sojourn.fetch.http2;

import dev.sojourn.base.text.FieldText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http2.hpack.HPackDecoder;
import org.apache.hc.core5.http2.hpack.HPackException;
import org.apache.hc.core5.http2.hpack.HeaderListConstraintException;

/// Puts blocks of header fields together and decodes them (RFC 7541). All blocks of a connection
/// share one table, so a block that cannot be decoded ends the connection.
///
/// A few octets may stand for a long field, as often as they are repeated. So the fields are
/// bounded as sent and as decoded, and so are the frames of a block, which may be empty.
final class Http2HeaderReader {
  /// The size of one answer's fields as RFC 9113, 10.5.1 counts it, encoded and decoded alike.
  static final int MAX_LIST_BYTES = 256 * 1024;

  private static final int MAX_FRAMES = 64;
  private static final int TABLE_BYTES = 4096;

  private final HPackDecoder decoder;
  private final ByteArrayOutputStream block = new ByteArrayOutputStream();
  private int frames;

  Http2HeaderReader() {
    decoder =
        new HPackDecoder(
            TABLE_BYTES,
            // Octet by octet, since fields may be in any charset.
            StandardCharsets.ISO_8859_1
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE));
    decoder.setMaxListSize(MAX_LIST_BYTES);
  }

  /// Takes a part of a block.
  void add(ByteBuffer fragment) throws MessageConstraintException {
    frames++;
    if (frames > MAX_FRAMES || block.size() + fragment.remaining() > MAX_LIST_BYTES) {
      throw new MessageConstraintException("block");
    }
    block.write(
        fragment.array(), fragment.arrayOffset() + fragment.position(), fragment.remaining());
  }

  private static Header decoded(Header field) {
    var octets = field.getValue() == null ? "" : field.getValue();
    var text = FieldText.decoded(field.getName(), octets);
    return text.equals(octets) ? field : new BasicHeader(field.getName(), text);
  }

  /// {@return the fields of the block that is whole now}
  List<Header> fields() throws IOException {
    try {
      return decoder.decodeHeaders(ByteBuffer.wrap(block.toByteArray())).stream()
          .map(Http2HeaderReader::decoded)
          .toList();
    } catch (HeaderListConstraintException _) {
      throw new MessageConstraintException("list");
    } catch (HPackException | RuntimeException _) {
      throw new Http2Exception(
          Http2ErrorCode.COMPRESSION_ERROR, "its header fields cannot be decoded");
    } finally {
      block.reset();
      frames = 0;
    }
  }
}
