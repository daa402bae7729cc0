/// The agents of a crawl combined at home, when all of them have ended their visits. Start with
/// [dev.sojourn.crawl.local.combine.CrawlCombination].
@NullMarked
package dev.sojourn.crawl.local.combine;

import org.jspecify.annotations.NullMarked;
