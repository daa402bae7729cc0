/// The page of health and metrics, which tools of the operator read over HTTP.
@NullMarked
package dev.sojourn.host.metrics;

import org.jspecify.annotations.NullMarked;
