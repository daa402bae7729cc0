package dev.sojourn.fetch.http2;

import java.util.Arrays;

/// The error codes of RFC 9113, 7, that this side distinguishes.
enum Http2ErrorCode {
  /// The connection ends without an error.
  NO_ERROR(0x0),
  /// A frame that may not come, or not now.
  PROTOCOL_ERROR(0x1),
  /// Any code that is not one of the others; never sent.
  OTHER(0x2),
  /// More bytes than the window allows.
  FLOW_CONTROL_ERROR(0x3),
  /// A frame that is longer than allowed, or of a length that its type does not have.
  FRAME_SIZE_ERROR(0x6),
  /// The request was not processed and may be made again.
  REFUSED_STREAM(0x7),
  /// The rest of the answer is not wanted.
  CANCEL(0x8),
  /// Header fields that cannot be decoded.
  COMPRESSION_ERROR(0x9),
  /// More frames than anyone needs.
  ENHANCE_YOUR_CALM(0xb),
  /// The server answers this request over HTTP/1.1 only.
  HTTP_1_1_REQUIRED(0xd);

  private final int code;

  Http2ErrorCode(int code) {
    this.code = code;
  }

  static Http2ErrorCode of(int code) {
    return Arrays.stream(values()).filter(known -> known.code == code).findFirst().orElse(OTHER);
  }
}
