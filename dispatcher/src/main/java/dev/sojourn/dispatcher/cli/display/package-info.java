/// The texts that crawling commands show to people: a plan, a crawl under way ([CrawlDisplay]), and
/// its summary.
@NullMarked
package dev.sojourn.dispatcher.cli.display;

import org.jspecify.annotations.NullMarked;
