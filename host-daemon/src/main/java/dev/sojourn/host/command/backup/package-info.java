/// The commands that keep a host in one file and put it back.
@NullMarked
package dev.sojourn.host.command.backup;

import org.jspecify.annotations.NullMarked;
