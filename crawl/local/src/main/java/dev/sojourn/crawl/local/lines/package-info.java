/// A cache in front of the store, with the lines of parcels that this run of a crawl has just read.
/// Begin at [ParcelCache].
@NullMarked
package dev.sojourn.crawl.local.lines;

import org.jspecify.annotations.NullMarked;
