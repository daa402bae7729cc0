/// The commands of a crawl that concern hosts: sending agents, collecting their parcels, and
/// fetching them home with their state. Begin at [HostWorker].
@NullMarked
package dev.sojourn.crawl.visits.host;

import org.jspecify.annotations.NullMarked;
