/// The commands of the daemon: `host run`, `host check`, `host key` and `host doctor`.
@NullMarked
package dev.sojourn.host.command;

import org.jspecify.annotations.NullMarked;
