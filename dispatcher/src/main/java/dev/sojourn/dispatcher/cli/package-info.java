/// The commands of the dispatcher. [DispatcherMain] is the program with these commands; the
/// launcher of the whole project has them too.
@NullMarked
package dev.sojourn.dispatcher.cli;

import org.jspecify.annotations.NullMarked;
