/// The commands for an agent at a host: `agent send`, and `visit` with `ls`, `show`, `message`,
/// `retract` and `dispose`. They ask hosts by [dev.sojourn.dispatcher.cli.remote.RemoteOptions].
@NullMarked
package dev.sojourn.dispatcher.cli.remote;

import org.jspecify.annotations.NullMarked;
