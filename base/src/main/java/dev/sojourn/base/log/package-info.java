/// Logs that outsiders cannot fill: [dev.sojourn.base.log.RateLimitedLog].
@NullMarked
package dev.sojourn.base.log;

import org.jspecify.annotations.NullMarked;
