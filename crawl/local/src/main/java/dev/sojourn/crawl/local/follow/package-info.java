/// Crawls that follow their sites: when the next round is due, what an agent needs to stay, and
/// what hosts are waited for. Start at [FollowSchedule].
@NullMarked
package dev.sojourn.crawl.local.follow;

import org.jspecify.annotations.NullMarked;
