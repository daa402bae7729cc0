package dev.sojourn.dispatcher.http2;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.function.IntConsumer;

/// Reads frames from a connection, each into the same buffer. Confined to one thread.
final class Http2FrameReader {
  private static final int SETTINGS = 0x4;

  private final InputStream in;
  private final IntConsumer arriving;
  private final byte[] buffer = new byte[Http2FrameDecoder.MAX_PAYLOAD_BYTES];
  private boolean isBegun;

  /// @param in from the server
  /// @param arriving is told the stream of a frame whenever a part of it came
  Http2FrameReader(InputStream in, IntConsumer arriving) {
    this.in = in;
    this.arriving = arriving;
  }

  /// {@return the next frame}
  ///
  /// @throws EOFException if the server closed the connection
  Http2Frame next() throws IOException {
    fill(Http2FrameDecoder.HEAD_BYTES, 0);
    int length = ByteBuffer.wrap(buffer).getInt() >>> 8;
    int type = buffer[3] & 0xff;
    int flags = buffer[4] & 0xff;
    int streamId = ByteBuffer.wrap(buffer, 5, 4).getInt() & Integer.MAX_VALUE;
    if (!isBegun && type != SETTINGS) {
      throw new Http2Exception(
          Http2ErrorCode.PROTOCOL_ERROR, "it agreed on HTTP/2 and speaks something else");
    }
    isBegun = true;
    if (length > buffer.length) {
      throw new Http2Exception(
          Http2ErrorCode.FRAME_SIZE_ERROR,
          "it sent a frame of %d bytes, more than %d".formatted(length, buffer.length));
    }
    fill(length, streamId);
    return Http2FrameDecoder.decode(type, flags, streamId, ByteBuffer.wrap(buffer, 0, length));
  }

  private void fill(int length, int streamId) throws IOException {
    for (int filled = 0; filled < length; ) {
      int read = in.read(buffer, filled, length - filled);
      if (read < 0) {
        throw new EOFException();
      }
      filled += read;
      arriving.accept(streamId);
    }
  }
}
