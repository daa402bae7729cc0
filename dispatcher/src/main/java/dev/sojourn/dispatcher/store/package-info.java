/// The store of a crawl, with which it survives the death of its process at any moment: every event
/// of its sites, every parcel exactly once, and the states of agents. Begin at
/// [dev.sojourn.dispatcher.store.CrawlStore].
@NullMarked
package dev.sojourn.dispatcher.store;

import org.jspecify.annotations.NullMarked;
