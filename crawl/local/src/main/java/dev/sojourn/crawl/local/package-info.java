/// The shell of a crawl in one process. Workers use [LocalShell], [CrawlLoop] handles the events of
/// all sites, and [dev.sojourn.crawl.local.store.CrawlStore] stores them in SQLite. Index and
/// findings file are made from the stored findings.
@NullMarked
package dev.sojourn.crawl.local;

import org.jspecify.annotations.NullMarked;
