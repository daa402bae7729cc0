/// The commands of the daemon, such as `host run`, `host check`, `host key` and `host doctor`.
@NullMarked
package dev.sojourn.host.command;

import org.jspecify.annotations.NullMarked;
