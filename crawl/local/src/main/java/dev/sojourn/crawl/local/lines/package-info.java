/// A cache in front of the store: the lines of parcels that a run of a crawl has just read. Start
/// at [ParcelCache].
@NullMarked
package dev.sojourn.crawl.local.lines;

import org.jspecify.annotations.NullMarked;
