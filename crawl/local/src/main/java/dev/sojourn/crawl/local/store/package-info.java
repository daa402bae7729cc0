/// The store of a crawl: every event of its sites, every parcel exactly once, and the states of
/// agents. A crawl survives the death of its process at any moment. Begin at
/// [dev.sojourn.crawl.local.store.CrawlStore].
@NullMarked
package dev.sojourn.crawl.local.store;

import org.jspecify.annotations.NullMarked;
