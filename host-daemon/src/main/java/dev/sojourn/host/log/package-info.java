/// Sets the format and the level of the log.
@NullMarked
package dev.sojourn.host.log;

import org.jspecify.annotations.NullMarked;
