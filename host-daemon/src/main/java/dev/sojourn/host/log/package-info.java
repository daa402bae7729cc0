/// The form and the level of the log, as the configuration wishes them.
@NullMarked
package dev.sojourn.host.log;

import org.jspecify.annotations.NullMarked;
