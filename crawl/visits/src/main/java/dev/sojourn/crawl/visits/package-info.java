/// Carries out the commands of a crawl, independent of the shell that stores the crawl. A worker
/// sees its site as a [SiteView], and stores its results through a [CrawlShell]. It knows neither
/// the shell's database nor its loop.
@NullMarked
package dev.sojourn.crawl.visits;

import org.jspecify.annotations.NullMarked;
