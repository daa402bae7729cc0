package dev.sojourn.dispatcher.http2;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Makes the frames that a client sends.
final class Http2FrameEncoder {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final int ENABLE_PUSH = 0x2;
  private static final int INITIAL_WINDOW_SIZE = 0x4;
  private static final int MAX_HEADER_LIST_SIZE = 0x6;
  private static final int END_STREAM = 0x1;
  private static final int END_HEADERS = 0x4;
  private static final int ACK = 0x1;

  private Http2FrameEncoder() {}

  /// {@return the first octets of a connection: the preface, the settings, and the rest of the
  /// connection's window}
  ///
  /// @param streamWindow of each stream, in bytes
  /// @param connectionWindow of all of them, in bytes
  /// @param maxHeaderListBytes of an answer, decoded
  static byte[] opening(int streamWindow, int connectionWindow, int maxHeaderListBytes) {
    var settings = ByteBuffer.allocate(18);
    settings.putShort((short) ENABLE_PUSH).putInt(0);
    settings.putShort((short) INITIAL_WINDOW_SIZE).putInt(streamWindow);
    settings.putShort((short) MAX_HEADER_LIST_SIZE).putInt(maxHeaderListBytes);
    var out = new ByteArrayOutputStream();
    out.writeBytes(PREFACE);
    out.writeBytes(frame(0x4, 0, 0, settings.array()));
    out.writeBytes(windowUpdate(0, connectionWindow - 65_535));
    return out.toByteArray();
  }

  /// {@return a request without a body, in as many frames as it takes}
  ///
  /// @param streamId of the exchange
  /// @param block the encoded header fields
  static byte[] request(int streamId, byte[] block) {
    var out = new ByteArrayOutputStream();
    int most = Http2FrameDecoder.MAX_PAYLOAD_BYTES;
    for (int from = 0; from == 0 || from < block.length; from += most) {
      int length = Math.min(most, block.length - from);
      boolean isFirst = from == 0;
      int end = from + length == block.length ? END_HEADERS : 0;
      out.writeBytes(head(length, isFirst ? 0x1 : 0x9, isFirst ? END_STREAM | end : end, streamId));
      out.write(block, from, length);
    }
    return out.toByteArray();
  }

  static byte[] windowUpdate(int streamId, int bytes) {
    return frame(0x8, 0, streamId, ByteBuffer.allocate(4).putInt(bytes).array());
  }

  static byte[] reset(int streamId, Http2ErrorCode code) {
    return frame(0x3, 0, streamId, ByteBuffer.allocate(4).putInt(code.code()).array());
  }

  static byte[] settingsAck() {
    return frame(0x4, ACK, 0, new byte[0]);
  }

  static byte[] pingAck(long opaque) {
    return frame(0x6, ACK, 0, ByteBuffer.allocate(8).putLong(opaque).array());
  }

  static byte[] goAway(Http2ErrorCode code) {
    return frame(0x7, 0, 0, ByteBuffer.allocate(8).putInt(0).putInt(code.code()).array());
  }

  private static byte[] frame(int type, int flags, int streamId, byte[] payload) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(head(payload.length, type, flags, streamId));
    out.writeBytes(payload);
    return out.toByteArray();
  }

  private static byte[] head(int length, int type, int flags, int streamId) {
    return ByteBuffer.allocate(Http2FrameDecoder.HEAD_BYTES)
        .put((byte) (length >> 16))
        .putShort((short) length)
        .put((byte) type)
        .put((byte) flags)
        .putInt(streamId)
        .array();
  }
}
