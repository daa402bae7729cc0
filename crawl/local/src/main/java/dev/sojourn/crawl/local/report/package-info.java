/// The reports of a crawl: progress for a [CrawlListener], and the result as a [CrawlSummary].
/// Commands print these plain values, and `summary.json` holds them.
@NullMarked
package dev.sojourn.crawl.local.report;

import org.jspecify.annotations.NullMarked;
