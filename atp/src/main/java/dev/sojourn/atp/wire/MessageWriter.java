package dev.sojourn.atp.wire;

import dev.sojourn.atp.AtpHeaders;
import dev.sojourn.base.Bytes;
import dev.sojourn.base.text.HttpDate;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;

/// Writes heads in the form of the specification: one space after the colon, CR LF, and the fields
/// of the connection last.
final class MessageWriter {

  private MessageWriter() {}

  /// Writes head and body of one message.
  ///
  /// @param startLine without its line end
  /// @param framing the fields that the connection adds
  static void write(
      ByteBufAllocator allocator,
      String startLine,
      AtpHeaders headers,
      Bytes body,
      Framing framing,
      List<Object> out) {
    out.add(head(allocator, startLine, headers, body, framing));
    if (!body.isEmpty()) {
      out.add(Unpooled.wrappedBuffer(body.asBuffer()));
    }
  }

  /// Writes a message without its body.
  static ByteBuf head(
      ByteBufAllocator allocator,
      String startLine,
      AtpHeaders headers,
      Bytes body,
      Framing framing) {
    var head = new StringBuilder(256).append(startLine).append("\r\n");
    if (framing.isDated() && headers.first(AtpHeaders.DATE).isEmpty()) {
      field(head, AtpHeaders.DATE, HttpDate.write(framing.now()));
    }
    for (var field : headers.fields()) {
      if (!field.name().equalsIgnoreCase(AtpHeaders.CONTENT_LENGTH)
          && !field.name().equalsIgnoreCase(AtpHeaders.CONNECTION)) {
        field(head, field.name(), field.value());
      }
    }
    if (framing.saysLength() || !body.isEmpty()) {
      field(head, AtpHeaders.CONTENT_LENGTH, Integer.toString(body.size()));
    }
    if (framing.keepAlive()) {
      field(head, AtpHeaders.CONNECTION, "keep-alive");
    }
    ByteBuf bytes = allocator.buffer(head.length() + 2);
    bytes.writeCharSequence(head.append("\r\n"), StandardCharsets.ISO_8859_1);
    return bytes;
  }

  /// The parts that the connection adds to a message.
  ///
  /// @param keepAlive whether the connection stays open
  /// @param saysLength whether `Content-Length` is written even for an empty body
  /// @param isDated whether `Date` is written
  /// @param now for `Date`
  record Framing(boolean keepAlive, boolean saysLength, boolean isDated, Instant now) {}

  private static void field(StringBuilder head, String name, String value) {
    head.append(name).append(": ").append(value).append("\r\n");
  }
}
