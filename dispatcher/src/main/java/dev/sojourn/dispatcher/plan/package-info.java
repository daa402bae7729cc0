/// Which host takes agents for which part of a site, worked out from its robots.txt. Begin at
/// [dev.sojourn.dispatcher.plan.Plan].
@NullMarked
package dev.sojourn.dispatcher.plan;

import org.jspecify.annotations.NullMarked;
