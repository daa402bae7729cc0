/// Sums since the start of the daemon, which its metrics show: agents that came, refusals, and the
/// work of visits.
@NullMarked
package dev.sojourn.host.count;

import org.jspecify.annotations.NullMarked;
