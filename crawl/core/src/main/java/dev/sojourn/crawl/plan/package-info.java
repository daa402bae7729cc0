/// Which host takes agents for which part of a site, worked out from its robots.txt. Begin at
/// [dev.sojourn.crawl.plan.Plan].
@NullMarked
package dev.sojourn.crawl.plan;

import org.jspecify.annotations.NullMarked;
