/// The rounds of a crawl: what is known of a site when it is crawled again, how an agent is told of
/// it, and what counts of earlier rounds when this one is over.
///
/// Begin at [dev.sojourn.dispatcher.recrawl.NextRound], which makes a finished crawl ready for its
/// next round, and at [dev.sojourn.dispatcher.recrawl.EarlierRounds], which a round asks. When a
/// round is over, [dev.sojourn.dispatcher.recrawl.SiteHistory] decides which pages count on.
@NullMarked
package dev.sojourn.dispatcher.recrawl;

import org.jspecify.annotations.NullMarked;
