/// The commands `crawl` and `plan`. Start with [dev.sojourn.dispatcher.cli.crawl.CrawlCommand].
@NullMarked
package dev.sojourn.dispatcher.cli.crawl;

import org.jspecify.annotations.NullMarked;
