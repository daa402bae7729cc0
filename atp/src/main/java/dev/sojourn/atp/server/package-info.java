/// Serves ATP/0.1 over TCP. [dev.sojourn.atp.server.AtpServer] reads requests within limits. It
/// hands each to an [dev.sojourn.atp.server.AtpHandler] on a virtual thread of its own.
@NullMarked
package dev.sojourn.atp.server;

import org.jspecify.annotations.NullMarked;
