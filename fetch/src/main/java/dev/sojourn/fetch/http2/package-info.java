/// HTTP/2 (RFC 9113) between a hostile server and the client of a crawler.
///
/// The client speaks HTTP/2; [Http2Guard] reads each frame before it does. [Http2FrameReader] takes
/// [Http2Frame]s apart, [Http2HeaderReader] decodes header fields within bounds, and [Http2Account]
/// bounds the frames and bytes for each answer. [dev.sojourn.fetch.answer.AnswerHead] says how a
/// head passes through the client.
@NullMarked
package dev.sojourn.fetch.http2;

import org.jspecify.annotations.NullMarked;
