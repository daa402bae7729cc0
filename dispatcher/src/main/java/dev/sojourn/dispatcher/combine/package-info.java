/// The agents of a crawl combined at home, when all of them have ended their visits. Start with
/// [dev.sojourn.dispatcher.combine.CrawlCombination].
@NullMarked
package dev.sojourn.dispatcher.combine;

import org.jspecify.annotations.NullMarked;
