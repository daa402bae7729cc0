/// The agents that stay at this host: parked agents, and woken agents that may park again.
///
/// [StayStore] stores them next to the visits of [dev.sojourn.host.store.Store]. `host.lifecycle`
/// decides when an agent wakes.
@NullMarked
package dev.sojourn.host.stay;

import org.jspecify.annotations.NullMarked;
