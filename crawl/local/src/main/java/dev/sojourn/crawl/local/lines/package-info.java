/// The lines of parcels that a run of a crawl has just read, for those who would read them from the
/// store again: a cache before the store. Start at [ParcelCache].
@NullMarked
package dev.sojourn.crawl.local.lines;

import org.jspecify.annotations.NullMarked;
