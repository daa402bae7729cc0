/// The store of a crawl, with which it survives the death of its process at any moment: every event
/// of its sites, every parcel exactly once, and the states of agents. Begin at
/// [dev.sojourn.crawl.local.store.CrawlStore].
@NullMarked
package dev.sojourn.crawl.local.store;

import org.jspecify.annotations.NullMarked;
