/// HTTP/2 (RFC 9113) with a server that may be hostile.
///
/// The client speaks HTTP/2; [Http2Guard] reads each frame before it does. [Http2FrameReader]
/// parses [Http2Frame]s, [Http2HeaderReader] decodes header fields within limits, and
/// [Http2Account] limits the frames and bytes for each answer.
/// [dev.sojourn.fetch.answer.AnswerHead] defines how a head passes through the client.
@NullMarked
package dev.sojourn.fetch.http2;

import org.jspecify.annotations.NullMarked;
