/// The rounds of a crawl: what is known of a site when it is crawled again, how an agent gets it,
/// and what counts of earlier rounds when this one is over.
///
/// Begin at [dev.sojourn.crawl.local.recrawl.NextRound], which makes a finished crawl ready for its
/// next round, and at [dev.sojourn.crawl.local.recrawl.EarlierRounds], which a round asks. When a
/// round is over, [dev.sojourn.crawl.local.recrawl.SiteHistory] decides which pages count on.
@NullMarked
package dev.sojourn.crawl.local.recrawl;

import org.jspecify.annotations.NullMarked;
