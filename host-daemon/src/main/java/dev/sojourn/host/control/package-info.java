/// The control of a running daemon: [ControlServer] listens at the Unix socket in its data
/// directory, and [ControlCommands] carries requests out.
@NullMarked
package dev.sojourn.host.control;

import org.jspecify.annotations.NullMarked;
