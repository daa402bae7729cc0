/// The commands of the daemon: `host run` and `host check`.
@NullMarked
package dev.sojourn.host.command;

import org.jspecify.annotations.NullMarked;
