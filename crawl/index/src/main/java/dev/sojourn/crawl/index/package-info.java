/// The index of a crawl's findings, and search in it.
///
/// [SearchIndex] writes while findings arrive. [Search] reads, even in another process and during
/// writing. Both get the crawl's output directory; the index is in its sub-directory `index`.
@NullMarked
package dev.sojourn.crawl.index;

import org.jspecify.annotations.NullMarked;
