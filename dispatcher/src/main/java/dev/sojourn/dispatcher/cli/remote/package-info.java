/// The commands for an agent that is at a host: `agent send`, and `visit` with `ls`, `show`,
/// `message`, `retract` and `dispose`. [dev.sojourn.dispatcher.cli.remote.RemoteOptions] is how
/// they ask.
@NullMarked
package dev.sojourn.dispatcher.cli.remote;

import org.jspecify.annotations.NullMarked;
