/// The commands of the dispatcher.
///
/// [DispatcherCommands] lists them for whoever composes a program of them: [DispatcherMain], and
/// the launcher of the whole project.
@NullMarked
package dev.sojourn.dispatcher.cli;

import org.jspecify.annotations.NullMarked;
