package dev.sojourn.fetch.http2;

import java.nio.ByteBuffer;

/// A frame from a server, without its padding. Its octets are in the reader's buffer, and are valid
/// until the next frame is read.
sealed interface Http2Frame {
  /// {@return the stream of the frame; 0 for the connection}
  int streamId();

  /// A part of a body.
  ///
  /// @param streamId of the exchange
  /// @param octets without padding
  /// @param isEnd whether it is the last of its stream
  record Data(int streamId, ByteBuffer octets, boolean isEnd) implements Http2Frame {}

  /// The beginning of a block of header fields.
  ///
  /// @param streamId of the exchange
  /// @param fragment of the block
  /// @param isEnd whether the block ends the stream
  /// @param isWhole whether the block has no CONTINUATION
  record Headers(int streamId, ByteBuffer fragment, boolean isEnd, boolean isWhole)
      implements Http2Frame {}

  /// A further part of a block of header fields.
  ///
  /// @param streamId of the exchange
  /// @param fragment of the block
  /// @param isWhole whether it is the last of the block
  record Continuation(int streamId, ByteBuffer fragment, boolean isWhole) implements Http2Frame {}

  /// The reset of a stream by the server.
  ///
  /// @param streamId of the exchange
  record Reset(int streamId) implements Http2Frame {}

  /// A frame that is not part of an answer: SETTINGS, PING, GOAWAY, PRIORITY, WINDOW_UPDATE, or an
  /// unknown type.
  ///
  /// @param streamId of the frame; 0 for the connection
  record Other(int streamId) implements Http2Frame {}
}
