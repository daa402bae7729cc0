package dev.sojourn.fetch.http2;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/// Reads frames from a connection, each into the same buffer. Confined to one thread.
final class Http2FrameReader {
  private static final int SETTINGS = 0x4;

  private final InputStream in;
  private final byte[] buffer =
      new byte[Http2FrameDecoder.HEAD_BYTES + Http2FrameDecoder.MAX_PAYLOAD_BYTES];
  private int frameBytes;
  private boolean isBegun;

  /// @param in from the server
  Http2FrameReader(InputStream in) {
    this.in = in;
  }

  /// {@return the next frame}
  ///
  /// @throws EOFException if the server closed the connection
  Http2Frame next() throws IOException {
    fill(0, Http2FrameDecoder.HEAD_BYTES);
    int length = ByteBuffer.wrap(buffer).getInt() >>> 8;
    int type = buffer[3] & 0xff;
    int flags = buffer[4] & 0xff;
    int streamId = ByteBuffer.wrap(buffer, 5, 4).getInt() & Integer.MAX_VALUE;
    if (!isBegun && type != SETTINGS) {
      throw new Http2Exception(
          Http2ErrorCode.PROTOCOL_ERROR, "it agreed on HTTP/2 and speaks something else");
    }
    isBegun = true;
    if (length > Http2FrameDecoder.MAX_PAYLOAD_BYTES) {
      throw new Http2Exception(
          Http2ErrorCode.FRAME_SIZE_ERROR,
          "it sent a frame of %d bytes, more than %d"
              .formatted(length, Http2FrameDecoder.MAX_PAYLOAD_BYTES));
    }
    frameBytes = Http2FrameDecoder.HEAD_BYTES + length;
    fill(Http2FrameDecoder.HEAD_BYTES, frameBytes);
    return Http2FrameDecoder.decode(
        type, flags, streamId, ByteBuffer.wrap(buffer, Http2FrameDecoder.HEAD_BYTES, length));
  }

  /// {@return the frame that was read last, as it came; valid until the next one is read}
  ByteBuffer octets() {
    return ByteBuffer.wrap(buffer, 0, frameBytes);
  }

  private void fill(int from, int to) throws IOException {
    for (int filled = from; filled < to; ) {
      int read = in.read(buffer, filled, to - filled);
      if (read < 0) {
        throw new EOFException();
      }
      filled += read;
    }
  }
}
