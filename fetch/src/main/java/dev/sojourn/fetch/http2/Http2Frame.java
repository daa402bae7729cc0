package dev.sojourn.fetch.http2;

import java.nio.ByteBuffer;
import java.util.Map;

/// A frame from a server, without its padding. Its octets are those of the reader's buffer, valid
/// until the next frame is read.
sealed interface Http2Frame {
  /// {@return the stream that it belongs to; 0 for the connection}
  int streamId();

  /// A part of a body.
  ///
  /// @param streamId of the exchange
  /// @param octets without padding
  /// @param flowBytes what it takes of the windows, padding included
  /// @param isEnd whether it is the last of its stream
  record Data(int streamId, ByteBuffer octets, int flowBytes, boolean isEnd)
      implements Http2Frame {}

  /// The beginning of a block of header fields.
  ///
  /// @param streamId of the exchange
  /// @param fragment of the block
  /// @param isEnd whether nothing comes after the block
  /// @param isWhole whether the block has no CONTINUATION
  record Headers(int streamId, ByteBuffer fragment, boolean isEnd, boolean isWhole)
      implements Http2Frame {}

  /// A further part of a block of header fields.
  ///
  /// @param streamId of the exchange
  /// @param fragment of the block
  /// @param isWhole whether it is the last of the block
  record Continuation(int streamId, ByteBuffer fragment, boolean isWhole) implements Http2Frame {}

  /// The server ends a stream.
  ///
  /// @param streamId of the exchange
  /// @param code why
  record Reset(int streamId, Http2ErrorCode code) implements Http2Frame {}

  /// Settings of the server.
  ///
  /// @param values by their numbers, the last of each
  record Settings(Map<Integer, Long> values) implements Http2Frame {
    @Override
    public int streamId() {
      return 0;
    }
  }

  /// A question whether this side is there.
  ///
  /// @param opaque eight octets, which the answer repeats
  record Ping(long opaque) implements Http2Frame {
    @Override
    public int streamId() {
      return 0;
    }
  }

  /// The server takes no more requests on this connection.
  ///
  /// @param lastStreamId the last stream that it may have processed
  /// @param code why
  record GoAway(int lastStreamId, Http2ErrorCode code) implements Http2Frame {
    @Override
    public int streamId() {
      return 0;
    }
  }

  /// A frame that asks for nothing: PRIORITY, WINDOW_UPDATE, an acknowledgement, an unknown type.
  ///
  /// @param streamId that it belongs to
  record Ignored(int streamId) implements Http2Frame {}
}
