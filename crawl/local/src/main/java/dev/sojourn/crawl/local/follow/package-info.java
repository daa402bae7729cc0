/// Crawls that follow their sites: when the next round is due, how long agents are held, and which
/// agents are at hosts. Begin at [FollowSchedule].
@NullMarked
package dev.sojourn.crawl.local.follow;

import org.jspecify.annotations.NullMarked;
