/// The page of health and metrics, which tools of the operator read over HTTP, and the sums since
/// the start of the daemon that it shows.
@NullMarked
package dev.sojourn.host.metrics;

import org.jspecify.annotations.NullMarked;
