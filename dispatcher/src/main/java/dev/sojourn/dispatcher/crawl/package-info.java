/// Crawls: the shell around the state machines of [dev.sojourn.crawl.core]. It reads robots.txt,
/// sends agents to hosts and follows them, runs them at home, keeps their findings and puts them
/// into the index. Begin at [dev.sojourn.dispatcher.crawl.Crawl].
///
/// A killed crawl goes on: [dev.sojourn.dispatcher.crawl.CrawlRun] replays the events in the store,
/// and the machines say what is still to be done.
@NullMarked
package dev.sojourn.dispatcher.crawl;

import org.jspecify.annotations.NullMarked;
