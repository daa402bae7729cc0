/// What a crawl tells: how it goes on, to a [CrawlListener], and what came of it, as a
/// [CrawlSummary]. Plain values, which commands print and `summary.json` holds.
@NullMarked
package dev.sojourn.dispatcher.crawl.report;

import org.jspecify.annotations.NullMarked;
