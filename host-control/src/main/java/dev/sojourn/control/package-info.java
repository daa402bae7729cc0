/// The protocol to control a running daemon, for both sides of its Unix socket.
///
/// [dev.sojourn.control.ControlRequest] is a request, [dev.sojourn.control.ControlAnswer] the
/// answer. [dev.sojourn.control.ControlClient] sends requests. `docs/control.md` defines the
/// protocol.
@NullMarked
package dev.sojourn.control;

import org.jspecify.annotations.NullMarked;
