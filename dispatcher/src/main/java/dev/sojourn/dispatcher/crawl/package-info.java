/// Crawls: the shell around the state machines of [dev.sojourn.crawl.core]. It reads robots.txt,
/// sends agents to hosts and follows them, runs them at home, keeps their findings and puts them
/// into the index. Begin at [dev.sojourn.dispatcher.crawl.Crawl].
///
/// A killed crawl can continue: [dev.sojourn.dispatcher.crawl.CrawlRun] replays the events in the
/// store, and the state machines return the remaining commands.
@NullMarked
package dev.sojourn.dispatcher.crawl;

import org.jspecify.annotations.NullMarked;
