/// HTTP/1.1 (RFC 9112) between a hostile server and the client of a crawler.
///
/// The client speaks HTTP/1.1; [Http1Guard] reads each answer before it does.
@NullMarked
package dev.sojourn.fetch.http1;

import org.jspecify.annotations.NullMarked;
