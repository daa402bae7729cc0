/// Derives from robots.txt which host accepts agents for which part of a site. Begin at
/// [dev.sojourn.crawl.plan.Plan].
@NullMarked
package dev.sojourn.crawl.plan;

import org.jspecify.annotations.NullMarked;
