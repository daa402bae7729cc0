/// The commands of the daemon: `host run`, `host check` and `host key`.
@NullMarked
package dev.sojourn.host.command;

import org.jspecify.annotations.NullMarked;
