package dev.sojourn.fetch.http2;

import java.nio.ByteBuffer;
import java.util.HashMap;

/// Decodes the payload of a frame.
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
final class Http2FrameDecoder {
  static final int HEAD_BYTES = 9;

  /// The least that RFC 9113 lets a receiver take. This side offers no more, so no frame may have
  /// more.
  static final int MAX_PAYLOAD_BYTES = 16_384;

  private static final int END_STREAM = 0x1;
  private static final int ACK = 0x1;
  private static final int END_HEADERS = 0x4;
  private static final int PADDED = 0x8;
  private static final int PRIORITY = 0x20;
  private static final int SETTING_BYTES = 6;

  private Http2FrameDecoder() {}

  /// {@return the frame}
  ///
  /// @param type its number
  /// @param flags its flags
  /// @param streamId its stream
  /// @param payload all of it
  static Http2Frame decode(int type, int flags, int streamId, ByteBuffer payload)
      throws Http2Exception {
    return switch (type) {
      case 0x0 -> data(flags, ofStream(streamId, "DATA"), payload);
      case 0x1 -> headers(flags, ofStream(streamId, "HEADERS"), payload);
      case 0x3 -> {
        length(payload, 4, "RST_STREAM");
        ofStream(streamId, "RST_STREAM");
        yield new Http2Frame.Reset(streamId, Http2ErrorCode.of(payload.getInt()));
      }
      case 0x4 -> settings(flags, ofConnection(streamId, "SETTINGS"), payload);
      case 0x5 -> throw broken("it sent PUSH_PROMISE, which was refused");
      case 0x6 -> {
        length(payload, 8, "PING");
        ofConnection(streamId, "PING");
        yield isSet(flags, ACK)
            ? new Http2Frame.Ignored(0)
            : new Http2Frame.Ping(payload.getLong());
      }
      case 0x7 -> {
        ofConnection(streamId, "GOAWAY");
        yield goAway(payload);
      }
      case 0x8 -> {
        length(payload, 4, "WINDOW_UPDATE");
        yield new Http2Frame.Ignored(streamId);
      }
      case 0x9 ->
          new Http2Frame.Continuation(
              ofStream(streamId, "CONTINUATION"), payload, isSet(flags, END_HEADERS));
      default -> new Http2Frame.Ignored(streamId);
    };
  }

  private static Http2Frame data(int flags, int streamId, ByteBuffer payload)
      throws Http2Exception {
    int flowBytes = payload.remaining();
    var octets = isSet(flags, PADDED) ? withoutPadding(payload) : payload;
    return new Http2Frame.Data(streamId, octets, flowBytes, isSet(flags, END_STREAM));
  }

  private static Http2Frame headers(int flags, int streamId, ByteBuffer payload)
      throws Http2Exception {
    var fragment = isSet(flags, PADDED) ? withoutPadding(payload) : payload;
    if (isSet(flags, PRIORITY)) {
      if (fragment.remaining() < 5) {
        throw new Http2Exception(
            Http2ErrorCode.FRAME_SIZE_ERROR, "it sent a HEADERS frame that is too short");
      }
      fragment.position(fragment.position() + 5);
    }
    return new Http2Frame.Headers(
        streamId, fragment, isSet(flags, END_STREAM), isSet(flags, END_HEADERS));
  }

  private static ByteBuffer withoutPadding(ByteBuffer payload) throws Http2Exception {
    int padding = payload.hasRemaining() ? payload.get() & 0xff : -1;
    if (padding < 0 || padding > payload.remaining()) {
      throw broken("it sent a frame with more padding than payload");
    }
    return payload.limit(payload.limit() - padding);
  }

  private static Http2Frame settings(int flags, int streamId, ByteBuffer payload)
      throws Http2Exception {
    if (isSet(flags, ACK)) {
      length(payload, 0, "SETTINGS");
      return new Http2Frame.Ignored(streamId);
    }
    if (payload.remaining() % SETTING_BYTES != 0) {
      throw new Http2Exception(
          Http2ErrorCode.FRAME_SIZE_ERROR, "it sent a SETTINGS frame of a wrong length");
    }
    var values = new HashMap<Integer, Long>();
    while (payload.hasRemaining()) {
      values.put(payload.getShort() & 0xffff, payload.getInt() & 0xffff_ffffL);
    }
    return new Http2Frame.Settings(values);
  }

  private static Http2Frame goAway(ByteBuffer payload) throws Http2Exception {
    if (payload.remaining() < 8) {
      throw new Http2Exception(
          Http2ErrorCode.FRAME_SIZE_ERROR, "it sent a GOAWAY frame that is too short");
    }
    int last = payload.getInt() & Integer.MAX_VALUE;
    return new Http2Frame.GoAway(last, Http2ErrorCode.of(payload.getInt()));
  }

  private static int ofStream(int streamId, String type) throws Http2Exception {
    if (streamId == 0) {
      throw broken("it sent a " + type + " frame without a stream");
    }
    return streamId;
  }

  private static int ofConnection(int streamId, String type) throws Http2Exception {
    if (streamId != 0) {
      throw broken("it sent a " + type + " frame on a stream");
    }
    return streamId;
  }

  private static void length(ByteBuffer payload, int bytes, String type) throws Http2Exception {
    if (payload.remaining() != bytes) {
      throw new Http2Exception(
          Http2ErrorCode.FRAME_SIZE_ERROR, "it sent a " + type + " frame of a wrong length");
    }
  }

  private static boolean isSet(int flags, int flag) {
    return (flags & flag) != 0;
  }

  private static Http2Exception broken(String clause) {
    return new Http2Exception(Http2ErrorCode.PROTOCOL_ERROR, clause);
  }
}
