/// Serves health and metrics to tools of the operator over HTTP, and keeps the sums since the start
/// of the daemon.
@NullMarked
package dev.sojourn.host.metrics;

import org.jspecify.annotations.NullMarked;
