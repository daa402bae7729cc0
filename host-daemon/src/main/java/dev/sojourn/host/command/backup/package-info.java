/// The commands that back a host up to one file and restore it.
@NullMarked
package dev.sojourn.host.command.backup;

import org.jspecify.annotations.NullMarked;
