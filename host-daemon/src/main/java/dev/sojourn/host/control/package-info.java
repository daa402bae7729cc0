/// The control of a running daemon: a Unix socket in its data directory, and the requests on it.
///
/// [ControlRequest] is what can be asked for, [ControlCommands] carries it out, [ControlServer]
/// listens, and [ControlClient] asks. `docs/control.md` has the protocol.
@NullMarked
package dev.sojourn.host.control;

import org.jspecify.annotations.NullMarked;
