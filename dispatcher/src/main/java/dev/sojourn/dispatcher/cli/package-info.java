/// The commands of the dispatcher.
///
/// [DispatcherCommands] lists them for the programs that are composed of them: [DispatcherMain],
/// and the launcher of the whole project.
@NullMarked
package dev.sojourn.dispatcher.cli;

import org.jspecify.annotations.NullMarked;
