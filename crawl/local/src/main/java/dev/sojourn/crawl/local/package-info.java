/// The shell of a crawl in one process. [LocalShell] is what its workers see, [CrawlLoop] takes the
/// events of all sites, and [dev.sojourn.crawl.local.store.CrawlStore] keeps them on SQLite. The
/// kept findings go on to the index and to the file of findings.
@NullMarked
package dev.sojourn.crawl.local;

import org.jspecify.annotations.NullMarked;
