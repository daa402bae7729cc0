/// The control of a running daemon, as both sides of its Unix socket see it.
///
/// [dev.sojourn.control.ControlRequest] is what can be asked for, and
/// [dev.sojourn.control.ControlAnswer] what comes back. [dev.sojourn.control.ControlClient] asks.
/// `docs/control.md` has the protocol.
@NullMarked
package dev.sojourn.control;

import org.jspecify.annotations.NullMarked;
