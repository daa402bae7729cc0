/// The index of a crawl's findings, and search in it.
///
/// [SearchIndex] is written while findings arrive; [Search] reads, also in another process and
/// while writing goes on. Both are given the crawl's output directory and find the index in its
/// sub-directory `index`.
@NullMarked
package dev.sojourn.crawl.index;

import org.jspecify.annotations.NullMarked;
