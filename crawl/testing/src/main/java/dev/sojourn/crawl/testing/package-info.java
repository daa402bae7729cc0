/// Test code of a crawl that several modules use: the contract suite of
/// [shells][dev.sojourn.crawl.testing.CrawlShellContract], and the records of an index.
@NullMarked
package dev.sojourn.crawl.testing;

import org.jspecify.annotations.NullMarked;
