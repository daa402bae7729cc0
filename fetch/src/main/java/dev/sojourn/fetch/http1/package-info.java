/// HTTP/1.1 (RFC 9112) with a server that may be hostile.
///
/// The client speaks HTTP/1.1; [Http1Guard] reads each answer before it does.
@NullMarked
package dev.sojourn.fetch.http1;

import org.jspecify.annotations.NullMarked;
