/// The rounds of a crawl: the known data of a site in a new round, how an agent gets it, and which
/// earlier findings still count at the end.
///
/// Begin at [dev.sojourn.crawl.local.recrawl.NextRound], which prepares a finished crawl for its
/// next round. During a round, [dev.sojourn.crawl.local.recrawl.EarlierRounds] gives the known
/// pages. At its end, [dev.sojourn.crawl.local.recrawl.SiteHistory] decides which pages still
/// count.
@NullMarked
package dev.sojourn.crawl.local.recrawl;

import org.jspecify.annotations.NullMarked;
