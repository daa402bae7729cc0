/// The commands of a crawl that concern hosts: agents are sent, their parcels collected, and they
/// are fetched home with their state. Start at [HostWorker].
@NullMarked
package dev.sojourn.crawl.visits.host;

import org.jspecify.annotations.NullMarked;
