/// The commands for an agent that is at a host: `agent send`, `agent status`, `agent message`,
/// `agent retract`. [dev.sojourn.dispatcher.cli.remote.RemoteOptions] is how they ask.
@NullMarked
package dev.sojourn.dispatcher.cli.remote;

import org.jspecify.annotations.NullMarked;
