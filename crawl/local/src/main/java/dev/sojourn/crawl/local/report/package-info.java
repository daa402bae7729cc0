/// The reports of a crawl: its progress, to a [CrawlListener], and its result, as a [CrawlSummary].
/// Plain values, which commands print and `summary.json` holds.
@NullMarked
package dev.sojourn.crawl.local.report;

import org.jspecify.annotations.NullMarked;
