package dev.sojourn.fetch.http2;

import dev.sojourn.fetch.answer.BrokenAnswerException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/// Reads frames from a connection, all into the same buffer. Confined to one thread.
///
/// ```
///  +-----------------------------------------------+
///  |                 Length (24)                   |
///  +---------------+---------------+---------------+
///  |   Type (8)    |   Flags (8)   |
///  +-+-------------+---------------+-------------------------------+
///  |R|                 Stream Identifier (31)                      |
///  +=+=============================================================+
///  |                   Frame Payload (0...)                      ...
///  +---------------------------------------------------------------+
/// ```
final class Http2FrameReader {
  static final int HEAD_BYTES = 9;

  /// The smallest SETTINGS_MAX_FRAME_SIZE of RFC 9113. The client allows no more.
  static final int MAX_PAYLOAD_BYTES = 16_384;

  private static final int SETTINGS = 0x4;
  private static final int END_STREAM = 0x1;
  private static final int ACK = 0x1;
  private static final int END_HEADERS = 0x4;
  private static final int PADDED = 0x8;
  private static final int PRIORITY = 0x20;
  private static final int PRIORITY_BYTES = 5;
  private static final int SETTING_BYTES = 6;
  private static final int GOAWAY_BYTES = 8;

  private final InputStream in;
  private final byte[] buffer = new byte[HEAD_BYTES + MAX_PAYLOAD_BYTES];
  private int frameBytes;
  private boolean isBegun;

  /// @param in the input from the server
  Http2FrameReader(InputStream in) {
    this.in = in;
  }

  /// {@return the next frame}
  ///
  /// @throws EOFException if the server closed the connection
  /// @throws BrokenAnswerException if the frame breaks a rule
  Http2Frame next() throws IOException {
    fill(0, HEAD_BYTES);
    int length = ByteBuffer.wrap(buffer).getInt() >>> 8;
    int type = buffer[3] & 0xff;
    int flags = buffer[4] & 0xff;
    int streamId = ByteBuffer.wrap(buffer, 5, 4).getInt() & Integer.MAX_VALUE;
    if (!isBegun && type != SETTINGS) {
      throw new BrokenAnswerException("it agreed on HTTP/2 and speaks something else");
    }
    isBegun = true;
    if (length > MAX_PAYLOAD_BYTES) {
      throw new BrokenAnswerException(
          "it sent a frame of %d bytes, more than %d".formatted(length, MAX_PAYLOAD_BYTES));
    }
    frameBytes = HEAD_BYTES + length;
    fill(HEAD_BYTES, frameBytes);
    return frame(type, flags, streamId, ByteBuffer.wrap(buffer, HEAD_BYTES, length));
  }

  /// {@return the octets of the last frame as it came; valid until the next call of [#next]}
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

  private static Http2Frame frame(int type, int flags, int streamId, ByteBuffer payload)
      throws BrokenAnswerException {
    int length = payload.remaining();
    return switch (type) {
      case 0x0 -> {
        requireStream(streamId, "DATA");
        var octets = isSet(flags, PADDED) ? withoutPadding(payload) : payload;
        yield new Http2Frame.Data(streamId, octets, isSet(flags, END_STREAM));
      }
      case 0x1 -> {
        requireStream(streamId, "HEADERS");
        yield headers(flags, streamId, payload);
      }
      case 0x3 -> {
        requireLength(length == 4, "RST_STREAM");
        requireStream(streamId, "RST_STREAM");
        yield new Http2Frame.Reset(streamId);
      }
      case 0x9 -> {
        requireStream(streamId, "CONTINUATION");
        yield new Http2Frame.Continuation(streamId, payload, isSet(flags, END_HEADERS));
      }
      default -> {
        check(type, flags, streamId, length);
        yield new Http2Frame.Other(streamId);
      }
    };
  }

  /// Checks a frame that is not part of an answer.
  private static void check(int type, int flags, int streamId, int length)
      throws BrokenAnswerException {
    switch (type) {
      case SETTINGS -> {
        requireConnection(streamId, "SETTINGS");
        requireLength(isSet(flags, ACK) ? length == 0 : length % SETTING_BYTES == 0, "SETTINGS");
      }
      case 0x5 -> throw broken("it sent PUSH_PROMISE, which was refused");
      case 0x6 -> {
        requireLength(length == 8, "PING");
        requireConnection(streamId, "PING");
      }
      case 0x7 -> {
        requireConnection(streamId, "GOAWAY");
        if (length < GOAWAY_BYTES) {
          throw broken("it sent a GOAWAY frame that is too short");
        }
      }
      case 0x8 -> requireLength(length == 4, "WINDOW_UPDATE");
      default -> {
        // Frames of other types have no rules here.
      }
    }
  }

  private static Http2Frame headers(int flags, int streamId, ByteBuffer payload)
      throws BrokenAnswerException {
    var fragment = isSet(flags, PADDED) ? withoutPadding(payload) : payload;
    if (isSet(flags, PRIORITY)) {
      if (fragment.remaining() < PRIORITY_BYTES) {
        throw broken("it sent a HEADERS frame that is too short");
      }
      fragment.position(fragment.position() + PRIORITY_BYTES);
    }
    return new Http2Frame.Headers(
        streamId, fragment, isSet(flags, END_STREAM), isSet(flags, END_HEADERS));
  }

  private static ByteBuffer withoutPadding(ByteBuffer payload) throws BrokenAnswerException {
    int padding = payload.hasRemaining() ? payload.get() & 0xff : -1;
    if (padding < 0 || padding > payload.remaining()) {
      throw broken("it sent a frame with more padding than payload");
    }
    return payload.limit(payload.limit() - padding);
  }

  private static void requireStream(int streamId, String type) throws BrokenAnswerException {
    if (streamId == 0) {
      throw broken("it sent a " + type + " frame without a stream");
    }
  }

  private static void requireConnection(int streamId, String type) throws BrokenAnswerException {
    if (streamId != 0) {
      throw broken("it sent a " + type + " frame on a stream");
    }
  }

  private static void requireLength(boolean isRight, String type) throws BrokenAnswerException {
    if (!isRight) {
      throw broken("it sent a " + type + " frame of a wrong length");
    }
  }

  private static boolean isSet(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private static BrokenAnswerException broken(String clause) {
    return new BrokenAnswerException(clause);
  }
}
