/// `agent try`: runs an agent on a folder of pages, in the sandbox in which hosts run it.
///
/// [dev.sojourn.dispatcher.cli.trial.AgentTry] is the command; the other classes are its parts.
@NullMarked
package dev.sojourn.dispatcher.cli.trial;

import org.jspecify.annotations.NullMarked;
