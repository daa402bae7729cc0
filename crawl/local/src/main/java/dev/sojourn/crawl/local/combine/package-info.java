/// Combines the agents of a crawl at home after all of them have ended their visits. Begin at
/// [dev.sojourn.crawl.local.combine.CrawlCombination].
@NullMarked
package dev.sojourn.crawl.local.combine;

import org.jspecify.annotations.NullMarked;
