/// The work that the commands of a crawl ask for, apart from the shell that keeps the crawl. A
/// worker sees its site as a [SiteView], and keeps all that it learns through a [CrawlShell]. It
/// knows neither the database of the shell nor its loop.
@NullMarked
package dev.sojourn.crawl.visits;

import org.jspecify.annotations.NullMarked;
