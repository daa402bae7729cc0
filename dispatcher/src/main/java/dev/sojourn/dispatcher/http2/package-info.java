/// HTTP/2 (RFC 9113) as a crawler needs it: GET over TLS, several exchanges on one connection.
///
/// [Http2Connection] is the shell with socket and thread. [Http2Session] holds the state of a
/// connection and does no input or output. [Http2FrameReader] reads [Http2Frame]s from the wire,
/// [Http2FrameEncoder] makes those that are sent. Nothing here resolves a name or makes a
/// connection: the connection is handed over once the server has chosen `h2`.
///
/// A server is believed nothing. What it sends is bounded before memory is taken, and each byte is
/// charged to the [ExchangeMeter] of an exchange.
@NullMarked
package dev.sojourn.dispatcher.http2;

import org.jspecify.annotations.NullMarked;
